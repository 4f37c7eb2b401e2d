#include "JPEGBlocks.h"

#include <jerror.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define LARGE_PAGE ((size_t)2 << 20)

void zig_jpeg_blocks_allocate(
    struct jvirt_barray_control *blocks, j_common_ptr codec, JDIMENSION blocks_per_row, JDIMENSION capacity)
{
    *blocks = (struct jvirt_barray_control){
        .capacity = capacity, .row_bytes = (size_t)blocks_per_row * sizeof(JBLOCK)};
    size_t bytes = capacity * blocks->row_bytes;
    size_t alignment = bytes < LARGE_PAGE ? 64 : LARGE_PAGE;
    bytes = (bytes + alignment - 1) / alignment * alignment;
    blocks->rows = malloc(2 * (size_t)capacity * sizeof *blocks->rows);
    blocks->memory = aligned_alloc(alignment, bytes);
    if (blocks->rows == NULL || blocks->memory == NULL)
        ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    // Few page faults. The call is a hint and may fail.
    if (alignment == LARGE_PAGE)
        madvise(blocks->memory, bytes, MADV_HUGEPAGE);
    for (JDIMENSION i = 0; i < 2 * capacity; i++)
        blocks->rows[i] = blocks->memory + (size_t)(i % capacity) * blocks_per_row;
}

void zig_jpeg_blocks_free(struct jvirt_barray_control *blocks)
{
    free(blocks->rows);
    free(blocks->memory);
}

JBLOCKARRAY zig_jpeg_blocks_access(
    j_common_ptr codec, jvirt_barray_ptr blocks, JDIMENSION start, JDIMENSION count, boolean writable)
{
    (void)codec;
    (void)writable;
    for (; blocks->cleared < start + count; blocks->cleared++)
        memset(blocks->rows[blocks->cleared % blocks->capacity], 0, blocks->row_bytes);
    return blocks->rows + start % blocks->capacity;
}
