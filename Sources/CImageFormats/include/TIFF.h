// Reads the blocks of a TIFF through libtiff.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define ZIG_TIFF_MESSAGE_SIZE 256

// An open file.
typedef struct zig_tiff zig_tiff;

// Opens a file for read(2), because mapped pages would count as memory of the program. The last error is
// stored in `message` (ZIG_TIFF_MESSAGE_SIZE bytes), which has to outlive the file. NULL on failure.
zig_tiff *_Nullable zig_tiff_open(const char *_Nonnull path, char *_Nonnull message);
void zig_tiff_close(zig_tiff *_Nonnull file);

// The first image of a file: its size, and that of its blocks, which are tiles or full-width strips.
typedef struct {
    uint32_t width, height, block_width, block_height;
    int bands;
    int is_tiled;
} zig_tiff_image;

// Describes the first image. 0 if its samples cannot be used as they are: 8 bits, grey or RGB, chunky.
int zig_tiff_describe(zig_tiff *_Nonnull file, zig_tiff_image *_Nonnull image);

// Decodes a block by its number. Returns the number of bytes, or -1.
ptrdiff_t zig_tiff_read(zig_tiff *_Nonnull file, int is_tiled, uint32_t number, void *_Nullable buffer,
                        size_t size);
