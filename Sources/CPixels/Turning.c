#include "CPixels.h"
#include <string.h>

// The compiler makes single moves of copies whose length it knows.
#define COPY_PIXEL(BANDS) \
    case BANDS: \
        for (int y = 0; y < height; y++) { \
            const uint8_t *line = strip + (is_mirrored ? height - 1 - y : y) * stride + first * BANDS; \
            for (int i = 0; i < count; i++) \
                memcpy(rows[i] + y * (ptrdiff_t)BANDS, line + i * (ptrdiff_t)step * BANDS, BANDS); \
        } \
        break;

void zig_columns_to_rows(
    const uint8_t *strip, ptrdiff_t stride, int height, int bands, int first, int step, int is_mirrored,
    uint8_t *const *rows, int count)
{
    switch (bands) {
        COPY_PIXEL(1)
        COPY_PIXEL(2)
        COPY_PIXEL(3)
        COPY_PIXEL(4)
    }
}

void zig_mirror_row(const uint8_t *row, uint8_t *output, int width, int bands)
{
    for (int x = 0; x < width; x++)
        for (int band = 0; band < bands; band++)
            output[x * (ptrdiff_t)bands + band] = row[(width - 1 - x) * (ptrdiff_t)bands + band];
}
