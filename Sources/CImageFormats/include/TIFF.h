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
    // Samples of a colour: 1 (grey), 3 (RGB) or 4 (CMYK).
    int colours;
    int has_alpha;
    // 1, or 2 in the byte order of the machine.
    int sample_bytes;
    int is_tiled;
    // The colour profile, which belongs to the file; NULL without one.
    const uint8_t *_Nullable profile;
    uint32_t profile_length;
} zig_tiff_image;

// Describes the first image. 0 if its samples cannot be used as they are: chunky, of 8 or 16 bits.
int zig_tiff_describe(zig_tiff *_Nonnull file, zig_tiff_image *_Nonnull image);

// Decodes a block by its number. Returns the number of bytes, or -1.
ptrdiff_t zig_tiff_read(zig_tiff *_Nonnull file, int is_tiled, uint32_t number, void *_Nullable buffer,
                        size_t size);

// What the first image says of itself; NULL without that. It belongs to the file.
const char *_Nullable zig_tiff_description(zig_tiff *_Nonnull file);
// Whether each tile or strip of the first image has bytes.
int zig_tiff_is_complete(zig_tiff *_Nonnull file);
