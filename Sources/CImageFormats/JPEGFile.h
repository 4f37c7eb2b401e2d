// Feeds a decoder from an open file.
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
