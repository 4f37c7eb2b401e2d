// Feeds a decoder from an open file, and lets the caller cancel it.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#define ZIG_JPEG_FILE_BUFFER_SIZE 65536

// libjpeg returns a pointer to the first member, from which the others are reached.
struct zig_jpeg_file {
    struct jpeg_source_mgr manager;
    int descriptor;
    // The file ended before the decoder was done.
    int ended;
    JOCTET buffer[ZIG_JPEG_FILE_BUFFER_SIZE];
};

// The structure must stay in place as long as the decoder is in use.
void zig_jpeg_file_install(struct zig_jpeg_file *file, j_decompress_ptr decoder, int descriptor);

// libjpeg returns a pointer to the first member, from which the others are reached.
struct zig_jpeg_progress {
    struct jpeg_progress_mgr manager;
    int (*is_wanted)(void *context);
    void *context;
    int is_cancelled;
};

// libjpeg then asks now and then, and raises an error when the answer is 0. The structure must stay in place until
// decoder->progress is reset.
void zig_jpeg_progress_install(
    struct zig_jpeg_progress *progress, j_decompress_ptr decoder, int (*is_wanted)(void *context), void *context);
// Whether that was the reason of an error.
int zig_jpeg_progress_is_cancelled(j_decompress_ptr decoder);
