// The output of a compressor: a buffer that grows as needed and is reused for the next file, and the ICC profile of
// each file.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// libjpeg returns a pointer to the first member, from which the others are reached.
struct zig_jpeg_memory {
    struct jpeg_destination_mgr manager;
    JOCTET *buffer;
    size_t capacity;
};

// Returns -1 if memory is short. The structure must stay in place as long as the compressor is in use.
int zig_jpeg_memory_install(struct zig_jpeg_memory *memory, j_compress_ptr compressor);
void zig_jpeg_memory_free(struct zig_jpeg_memory *memory);
// The size of the last finished file.
size_t zig_jpeg_memory_length(const struct zig_jpeg_memory *memory);

struct zig_jpeg_profile {
    JOCTET *bytes;
    size_t length;
};

// Copies a profile into the compressor's own memory; length 0 stands for none.
void zig_jpeg_profile_copy(
    struct zig_jpeg_profile *profile, j_compress_ptr compressor, const JOCTET *bytes, size_t length);
// Call it between the start of a file and its first row.
void zig_jpeg_profile_write(const struct zig_jpeg_profile *profile, j_compress_ptr compressor);
