// Reads the blocks of a TIFF through libtiff.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define ZIG_TIFF_MESSAGE_SIZE 256

// An open file.
typedef struct zig_tiff zig_tiff;

// Opens a file to be read through read(2): mapped pages would count as the program's own memory. The last
// complaint is kept in `message` (ZIG_TIFF_MESSAGE_SIZE bytes), for as long as the file is open.
zig_tiff *_Nullable zig_tiff_open(const char *_Nonnull path, char *_Nonnull message);
void zig_tiff_close(zig_tiff *_Nonnull file);

// The first picture of a file: its size, and that of its blocks, which are tiles or strips of its width.
typedef struct {
    uint32_t width, height, block_width, block_height;
    int bands;
    int is_tiled;
} zig_tiff_picture;

// Whether the samples of the first picture can be taken as they are: 8 bits, grey or RGB, side by side.
int zig_tiff_describe(zig_tiff *_Nonnull file, zig_tiff_picture *_Nonnull picture);

// Decodes a block by its number; the bytes that came, or -1.
ptrdiff_t zig_tiff_read(zig_tiff *_Nonnull file, int is_tiled, uint32_t number, void *_Nullable buffer,
                        size_t size);
