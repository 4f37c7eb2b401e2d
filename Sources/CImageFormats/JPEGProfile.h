// The ICC profile that a compressor embeds in each file.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// The memory belongs to the compressor.
struct zig_jpeg_profile {
    JOCTET *bytes;
    size_t length;
};

// Length 0 stands for no profile.
void zig_jpeg_profile_copy(
    struct zig_jpeg_profile *profile, j_compress_ptr compressor, const JOCTET *bytes, size_t length);
// Call it between the start of a file and its first row.
void zig_jpeg_profile_write(const struct zig_jpeg_profile *profile, j_compress_ptr compressor);
