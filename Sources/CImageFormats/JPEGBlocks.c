#define _GNU_SOURCE
#include "JPEGBlocks.h"

#include <jerror.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define LARGE_PAGE ((size_t)2 << 20)

// Allocates zeroed memory in large pages.
static JBLOCK *map(struct jvirt_barray_control *blocks)
{
    char *start = mmap(
        NULL, blocks->bytes + LARGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (start == MAP_FAILED) return NULL;
    size_t before = (LARGE_PAGE - (size_t)start % LARGE_PAGE) % LARGE_PAGE;
    if (before > 0) munmap(start, before);
    munmap(start + before + blocks->bytes, LARGE_PAGE - before);
    // Large pages cause few page faults. The call is a hint and may fail.
    madvise(start + before, blocks->bytes, MADV_HUGEPAGE);
    return (JBLOCK *)(start + before);
}

// Allocates zeroed memory.
static JBLOCK *allocate(struct jvirt_barray_control *blocks)
{
    if (blocks->bytes >= LARGE_PAGE) {
        blocks->bytes = (blocks->bytes + LARGE_PAGE - 1) / LARGE_PAGE * LARGE_PAGE;
        return map(blocks);
    }
    void *memory = NULL;
    if (posix_memalign(&memory, 64, blocks->bytes) != 0) return NULL;
    return memset(memory, 0, blocks->bytes);
}

void zig_jpeg_blocks_allocate(
    struct jvirt_barray_control *blocks, j_common_ptr codec, JDIMENSION blocks_per_row, JDIMENSION capacity)
{
    *blocks = (struct jvirt_barray_control){
        .capacity = capacity, .row_bytes = (size_t)blocks_per_row * sizeof(JBLOCK)};
    blocks->bytes = capacity * blocks->row_bytes;
    blocks->rows = malloc(2 * (size_t)capacity * sizeof *blocks->rows);
    blocks->memory = allocate(blocks);
    if (blocks->rows == NULL || blocks->memory == NULL)
        ERREXIT1(codec, JERR_OUT_OF_MEMORY, 0);
    for (JDIMENSION i = 0; i < 2 * capacity; i++)
        blocks->rows[i] = blocks->memory + (size_t)(i % capacity) * blocks_per_row;
}

void zig_jpeg_blocks_free(struct jvirt_barray_control *blocks)
{
    free(blocks->rows);
    if (blocks->memory == NULL) return;
    blocks->bytes < LARGE_PAGE ? free(blocks->memory) : (void)munmap(blocks->memory, blocks->bytes);
}

JBLOCKARRAY zig_jpeg_blocks_access(
    j_common_ptr codec, jvirt_barray_ptr blocks, JDIMENSION start, JDIMENSION count, boolean writable)
{
    (void)codec;
    (void)writable;
    for (; blocks->next < start + count; blocks->next++)
        // A row needs clearing only when its memory is used again.
        if (blocks->next >= blocks->capacity)
            memset(blocks->rows[blocks->next % blocks->capacity], 0, blocks->row_bytes);
    return blocks->rows + start % blocks->capacity;
}
