// Memory that grows with the file that a compressor writes into it, used again for the next one.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// libjpeg hands back a pointer to the first member, from which the rest is reached.
struct zig_jpeg_memory {
    struct jpeg_destination_mgr manager;
    JOCTET *buffer;
    size_t capacity;
};

// 0, or -1 where there is no memory. The structure must stay where it is as long as the compressor is used.
int zig_jpeg_memory_install(struct zig_jpeg_memory *memory, j_compress_ptr compressor);
void zig_jpeg_memory_free(struct zig_jpeg_memory *memory);
// How many bytes the file has that was finished last.
size_t zig_jpeg_memory_length(const struct zig_jpeg_memory *memory);
