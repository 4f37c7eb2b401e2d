// Rows of blocks of coefficients in memory of our own, in place of libjpeg's: a decoder then keeps only the rows in use,
// and a compressor reads rows where another decoder left them.
#pragma once
#include <stddef.h>
#include <stdio.h>

#include <jpeglib.h>

// jpeglib.h leaves this type to the memory manager. Row y is at index y mod capacity and never moves.
struct jvirt_barray_control {
    // The addresses of all rows, twice in succession: addresses of consecutive rows are adjacent.
    JBLOCKROW *rows;
    JDIMENSION capacity;
    // The first row that has not been accessed. libjpeg expects new rows to be zero.
    JDIMENSION next;
    size_t row_bytes, bytes;
    JBLOCK *memory;
};

// Takes memory for rows of blocks, or raises an error.
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
