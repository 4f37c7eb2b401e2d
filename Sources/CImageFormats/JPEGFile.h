// The bytes of an open file for a decoder.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

#define ZIG_JPEG_FILE_BUFFER_SIZE 65536

// libjpeg hands back a pointer to the first member, from which the rest is reached.
struct zig_jpeg_file {
    struct jpeg_source_mgr manager;
    int descriptor;
    // The file was over before the decoder was.
    int ended;
    JOCTET buffer[ZIG_JPEG_FILE_BUFFER_SIZE];
};

// The file must stay where it is as long as the decoder is used.
void zig_jpeg_file_install(struct zig_jpeg_file *file, j_decompress_ptr decoder, int descriptor);
