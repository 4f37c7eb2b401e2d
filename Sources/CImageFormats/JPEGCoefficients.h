// Shared by the reader and the cutter of coefficients.
#pragma once
#include "JPEGErrors.h"
#include "JPEGFile.h"

#define MAX_PLANES 3

// The blocks of one component, in rows.
struct zig_jpeg_plane {
    int h_samp_factor, v_samp_factor;
    JDIMENSION columns, row_count;
    JBLOCKROW *rows;
};

struct zig_jpeg_coefficients {
    struct jpeg_decompress_struct decoder;
    struct zig_jpeg_errors errors;
    struct zig_jpeg_file file;
    struct zig_jpeg_progress progress;
    // 0 for a colour space that cannot be cut.
    int count;
    int max_h, max_v;
    struct zig_jpeg_plane planes[MAX_PLANES];
};
