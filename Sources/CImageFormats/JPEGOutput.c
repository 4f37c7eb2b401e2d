#include "JPEGManagers.h"

#include <stdlib.h>
#include <string.h>

// The initial size is enough for most tiles. malloc() would map and unmap a larger block for each encoder.
#define FIRST_BUFFER_SIZE 65536

static void memory_start(j_compress_ptr compressor)
{
    struct zig_jpeg_memory *memory = (struct zig_jpeg_memory *)compressor->dest;
    memory->manager.next_output_byte = memory->buffer;
    memory->manager.free_in_buffer = memory->capacity;
}

static boolean memory_grow(j_compress_ptr compressor)
{
    struct zig_jpeg_memory *memory = (struct zig_jpeg_memory *)compressor->dest;
    size_t filled = memory->capacity;
    JOCTET *larger = realloc(memory->buffer, filled * 2);
    if (larger == NULL)
        ERREXIT1(compressor, JERR_OUT_OF_MEMORY, 0);
    memory->buffer = larger;
    memory->capacity = filled * 2;
    memory->manager.next_output_byte = larger + filled;
    memory->manager.free_in_buffer = filled;
    return TRUE;
}

static void memory_stop(j_compress_ptr compressor)
{
    (void)compressor;
}

void zig_jpeg_memory_install(
    struct zig_jpeg_memory *memory, j_compress_ptr compressor, const JOCTET *profile, size_t profile_length)
{
    memory->capacity = FIRST_BUFFER_SIZE;
    memory->buffer = malloc(memory->capacity);
    if (memory->buffer == NULL)
        ERREXIT1(compressor, JERR_OUT_OF_MEMORY, 0);
    memory->manager.init_destination = memory_start;
    memory->manager.empty_output_buffer = memory_grow;
    memory->manager.term_destination = memory_stop;
    compressor->dest = &memory->manager;
    memory->profile_length = profile_length;
    if (profile_length == 0)
        return;
    memory->profile = compressor->mem->alloc_large((j_common_ptr)compressor, JPOOL_PERMANENT, profile_length);
    memcpy(memory->profile, profile, profile_length);
}

void zig_jpeg_memory_write_profile(const struct zig_jpeg_memory *memory, j_compress_ptr compressor)
{
    if (memory->profile_length > 0)
        jpeg_write_icc_profile(compressor, memory->profile, (unsigned int)memory->profile_length);
}

size_t zig_jpeg_memory_length(const struct zig_jpeg_memory *memory)
{
    return memory->capacity - memory->manager.free_in_buffer;
}
