// The reader, which the functions that read rows and the functions that cut tiles share.
#pragma once
#include "JPEGBlocks.h"
#include "JPEGManagers.h"
#include "JPEGScanThreads.h"

// The blocks of one component.
struct zig_jpeg_plane {
    int h_samp_factor, v_samp_factor;
    JDIMENSION columns, row_count;
    struct jvirt_barray_control blocks;
};

struct zig_jpeg_reader {
    struct jpeg_decompress_struct decoder;
    struct zig_jpeg_errors errors;
    struct zig_jpeg_file file;
    struct zig_jpeg_progress progress;
    struct zig_jpeg_scan_threads threads;
    enum { NOT_STARTED, STARTED, FAILED } state;
    // The row of the image at which the decoder begins.
    int first_row;
    // The number of planes; 0 if tiles are not cut, or cannot be cut because of the colour space.
    int count;
    int max_h, max_v;
    // The number of rows whose coefficients stay in memory while rows are read. 0 keeps no coefficients, or
    // all coefficients of an image in scans.
    int kept_rows;
    // The number of planes that have memory.
    int allocated;
    struct zig_jpeg_plane planes[MAX_PLANES];
};

// Makes a decoder store coefficients in the planes of its reader.
void zig_jpeg_reader_install_blocks(zig_jpeg_reader *reader);
// If bytes were left after a scan, checks whether they are blocks, which means damage.
void zig_jpeg_reader_judge_surplus(zig_jpeg_reader *reader);
