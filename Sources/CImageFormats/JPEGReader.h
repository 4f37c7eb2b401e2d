// Shared by the functions that read rows and those that cut tiles.
#pragma once
#include "JPEGManagers.h"

#define MAX_PLANES 3

// The blocks of one component, in rows. Their addresses do not change once they are read.
struct zig_jpeg_plane {
    int h_samp_factor, v_samp_factor;
    JDIMENSION columns, row_count;
    JBLOCKROW *rows;
};

struct zig_jpeg_reader {
    struct jpeg_decompress_struct decoder;
    struct zig_jpeg_errors errors;
    struct zig_jpeg_file file;
    struct zig_jpeg_progress progress;
    enum { NOT_STARTED, STARTED, FAILED } state;
    // The number of planes; 0 for a colour space that cannot be cut, or if nothing is cut.
    int count;
    int max_h, max_v;
    struct zig_jpeg_plane planes[MAX_PLANES];
};
