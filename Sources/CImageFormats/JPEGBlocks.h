// Rows of coefficient blocks in our own memory, in place of libjpeg's memory. A decoder keeps only the rows
// in use, and a compressor reads rows in the memory of another decoder.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// The memory manager defines this type, which jpeglib.h only declares. Row y is at index y mod capacity and
// never moves.
struct jvirt_barray_control {
    // The addresses of all rows, twice in succession, so that the addresses of consecutive rows are adjacent.
    JBLOCKROW *rows;
    JDIMENSION capacity;
    // The first row that has not been accessed. libjpeg expects new rows to be zero.
    JDIMENSION next;
    size_t row_bytes, bytes;
    JBLOCK *memory;
};

// Allocates memory for rows of blocks, or raises an error.
void zig_jpeg_blocks_allocate(
    struct jvirt_barray_control *blocks, j_common_ptr codec, JDIMENSION blocks_per_row, JDIMENSION capacity);
void zig_jpeg_blocks_free(struct jvirt_barray_control *blocks);
// Replaces the function of libjpeg's memory manager.
JBLOCKARRAY zig_jpeg_blocks_access(
    j_common_ptr codec, jvirt_barray_ptr blocks, JDIMENSION start, JDIMENSION count, boolean writable);

static inline JBLOCKROW zig_jpeg_blocks_row(const struct jvirt_barray_control *blocks, int y)
{
    return blocks->rows[(JDIMENSION)y % blocks->capacity];
}
