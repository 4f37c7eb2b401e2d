#include "CPixels.h"

#include <string.h>

// The compiler generates a loop for each constant.
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

void zig_pick_samples(
    const uint8_t *row, uint8_t *output, int count, int pixel_bytes, int kept_bytes, int alpha_offset, int alpha_bytes)
{
    for (int i = 0; i < count; i++, row += pixel_bytes) {
        for (int byte = 0; byte < kept_bytes; byte++)
            *output++ = row[byte];
        for (int byte = 0; byte < alpha_bytes; byte++)
            *output++ = row[alpha_offset + byte];
    }
}

void zig_join_mask(
    const uint8_t *row, const uint8_t *mask, uint8_t *output, int count, int pixel_bytes, int sample_bytes)
{
    for (int i = 0; i < count; i++, row += pixel_bytes) {
        for (int byte = 0; byte < pixel_bytes; byte++)
            *output++ = row[byte];
        for (int byte = 0; byte < sample_bytes; byte++)
            *output++ = mask[i] ? 255 : 0;
    }
}

void zig_invert_colours(const uint8_t *row, uint8_t *output, int count, int pixel_bytes, int colour_bytes)
{
    if (pixel_bytes == colour_bytes) {
        for (int i = 0; i < count * pixel_bytes; i++)
            output[i] = (uint8_t)~row[i];
        return;
    }
    for (int i = 0; i < count; i++, row += pixel_bytes, output += pixel_bytes)
        for (int byte = 0; byte < pixel_bytes; byte++)
            output[byte] = byte < colour_bytes ? (uint8_t)~row[byte] : row[byte];
}

void zig_apply_palette(uint8_t *pixels, int count, const uint8_t *colours, int bands, int has_alpha)
{
    // Runs from the end, because pixels grow.
    for (int i = count - 1; i >= 0; i--) {
        const uint8_t *pixel = pixels + (ptrdiff_t)i * (1 + has_alpha);
        uint8_t *output = pixels + (ptrdiff_t)i * (bands + has_alpha);
        const uint8_t *colour = colours + 4 * pixel[0];
        uint8_t alpha = has_alpha ? pixel[1] : 255;
        for (int band = 0; band < bands; band++)
            output[band] = colour[band];
        if (has_alpha) output[bands] = alpha;
    }
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

static inline uint32_t divided(uint32_t colour, uint32_t alpha, uint32_t most)
{
    if (alpha == 0) return 0;
    uint32_t result = (uint32_t)(((uint64_t)colour * most + alpha / 2) / alpha);
    return result > most ? most : result;
}

void zig_unpremultiply_row(const uint8_t *row, uint8_t *output, int count, int bands, int sample_bytes)
{
    const uint16_t *wide = (const uint16_t *)(const void *)row;
    uint16_t *wide_output = (uint16_t *)(void *)output;
    for (int i = 0; i < count * bands; i += bands) {
        int last = i + bands - 1;
        for (int sample = i; sample < last; sample++)
            if (sample_bytes == 1)
                output[sample] = (uint8_t)divided(row[sample], row[last], 255);
            else
                wide_output[sample] = (uint16_t)divided(wide[sample], wide[last], 65535);
        if (sample_bytes == 1)
            output[last] = row[last];
        else
            wide_output[last] = wide[last];
    }
}

void zig_unpack_row(const uint8_t *row, uint16_t *output, int first, int count, int bits)
{
    uint32_t most = (1u << bits) - 1;
    for (int i = 0; i < count; i++) {
        size_t position = (size_t)(first + i) * (size_t)bits;
        const uint8_t *bytes = row + position / 8;
        int shift = (int)(position % 8), length = shift + bits;
        // A third byte is read only if the sample extends into it.
        uint32_t value = (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | (length > 16 ? bytes[2] : 0u);
        value = value >> (24 - length) & most;
        output[i] = (uint16_t)((value * 65535 + most / 2) / most);
    }
}

void zig_unpack_narrow_row(const uint8_t *row, uint8_t *output, int first, int count, int bits)
{
    uint32_t most = (1u << bits) - 1;
    for (int i = 0; i < count; i++) {
        size_t position = (size_t)(first + i) * (size_t)bits;
        const uint8_t *bytes = row + position / 8;
        int shift = (int)(position % 8), length = shift + bits;
        // A second byte is read only if the sample extends into it.
        uint32_t value = (uint32_t)bytes[0] << 8 | (length > 8 ? bytes[1] : 0u);
        value = value >> (16 - length) & most;
        output[i] = (uint8_t)((value * 255 + most / 2) / most);
    }
}
