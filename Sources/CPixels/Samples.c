#include "CPixels.h"

#include <string.h>

// The compiler makes a loop for each constant.
static inline __attribute__((always_inline)) void interleave(
    const uint8_t *planes, ptrdiff_t distance, uint8_t *output, int count, int bands, int bytes)
{
    for (int i = 0; i < count; i++)
        for (int band = 0; band < bands; band++, output += bytes)
            memcpy(output, planes + band * distance + i * (ptrdiff_t)bytes, (size_t)bytes);
}

void zig_interleave_row(
    const uint8_t *planes, ptrdiff_t distance, uint8_t *output, int count, int bands, int sample_bytes)
{
    if (bands == 3)
        sample_bytes == 1 ? interleave(planes, distance, output, count, 3, 1)
                          : interleave(planes, distance, output, count, 3, 2);
    else
        sample_bytes == 1 ? interleave(planes, distance, output, count, bands, 1)
                          : interleave(planes, distance, output, count, bands, 2);
}

void zig_shorten_pixels(const uint8_t *row, uint8_t *output, int count, int pixel_bytes, int kept_bytes)
{
    for (int i = 0; i < count; i++, row += pixel_bytes, output += kept_bytes)
        for (int byte = 0; byte < kept_bytes; byte++)
            output[byte] = row[byte];
}

void zig_invert_row(const uint8_t *restrict row, uint8_t *restrict output, int length)
{
    for (int i = 0; i < length; i++)
        output[i] = (uint8_t)~row[i];
}

#define SCATTER(BYTES) \
    case BYTES: \
        for (int i = 0; i < count; i++) \
            memcpy(output + i * distance, row + i * (ptrdiff_t)BYTES, BYTES); \
        break;

void zig_scatter_row(const uint8_t *row, uint8_t *output, int count, int bytes_per_pixel, ptrdiff_t distance)
{
    switch (bytes_per_pixel) {
        SCATTER(1)
        SCATTER(2)
        SCATTER(3)
        SCATTER(4)
        SCATTER(6)
        SCATTER(8)
    }
}
