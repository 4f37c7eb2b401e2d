// The ICC profile that a compressor puts into each of its files.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// Lives as long as the compressor, whose memory it is in.
struct zig_jpeg_profile {
    JOCTET *bytes;
    size_t length;
};

// 0 bytes: none.
void zig_jpeg_profile_copy(
    struct zig_jpeg_profile *profile, j_compress_ptr compressor, const JOCTET *bytes, size_t length);
// To be called between the start of a file and its first row.
void zig_jpeg_profile_write(const struct zig_jpeg_profile *profile, j_compress_ptr compressor);
