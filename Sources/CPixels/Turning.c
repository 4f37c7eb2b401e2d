#include "CPixels.h"
#include <string.h>

// The compiler turns copies of constant length into single moves.
#define COPY_PIXEL(BYTES) \
    case BYTES: \
        for (int y = 0; y < height; y++) { \
            const uint8_t *line = strip + (is_mirrored ? height - 1 - y : y) * stride + first * BYTES; \
            for (int i = 0; i < count; i++) \
                memcpy(rows[i] + y * (ptrdiff_t)BYTES, line + i * (ptrdiff_t)step * BYTES, BYTES); \
        } \
        break;

void zig_columns_to_rows(
    const uint8_t *strip, ptrdiff_t stride, int height, int bytes_per_pixel, int first, int step, int is_mirrored,
    uint8_t *const *rows, int count)
{
    switch (bytes_per_pixel) {
        COPY_PIXEL(1)
        COPY_PIXEL(2)
        COPY_PIXEL(3)
        COPY_PIXEL(4)
        COPY_PIXEL(6)
        COPY_PIXEL(8)
    }
}

void zig_mirror_row(const uint8_t *row, uint8_t *output, int width, int bytes_per_pixel)
{
    for (int x = 0; x < width; x++)
        for (int byte = 0; byte < bytes_per_pixel; byte++)
            output[x * (ptrdiff_t)bytes_per_pixel + byte] = row[(width - 1 - x) * (ptrdiff_t)bytes_per_pixel + byte];
}
