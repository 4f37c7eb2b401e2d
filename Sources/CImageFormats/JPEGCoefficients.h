// What reader and cutter of coefficients share.
#pragma once
#include "JPEGErrors.h"
#include "JPEGFile.h"

#define MAX_PLANES 3

// One component's blocks, in the picture's order.
struct zig_jpeg_plane {
    int h_samp_factor, v_samp_factor;
    JDIMENSION columns, row_count;
    JBLOCKROW *rows;
};

// libjpeg hands back a pointer to the first member, from which the rest is reached.
struct zig_jpeg_progress {
    struct jpeg_progress_mgr manager;
    int (*is_wanted)(void *context);
    void *context;
    int is_cancelled;
};

struct zig_jpeg_coefficients {
    struct jpeg_decompress_struct decoder;
    struct zig_jpeg_errors errors;
    struct zig_jpeg_file file;
    struct zig_jpeg_progress progress;
    // 0 where the colours are none that this can cut.
    int count;
    int max_h, max_v;
    struct zig_jpeg_plane planes[MAX_PLANES];
};
