#include "Matrix.h"

#include <string.h>

// Sums have 32 bits, so the indices stay inside `encoded`.
static inline __attribute__((always_inline)) void encode(
    const zig_matrix_tables *tables, unsigned red, unsigned green, unsigned blue, uint8_t *output)
{
    const uint64_t pair = tables->pairs[0][red] + tables->pairs[1][green] + tables->pairs[2][blue];
    const uint32_t last = tables->lasts[0][red] + tables->lasts[1][green] + tables->lasts[2][blue];
    // All three samples are read before the first write, because the compiler must assume that a write
    // changes the table.
    uint8_t first = tables->encoded[(uint32_t)pair >> ZIG_LIGHT_BITS];
    uint8_t second = tables->encoded[pair >> (32 + ZIG_LIGHT_BITS)], third = tables->encoded[last >> ZIG_LIGHT_BITS];
    output[0] = first;
    output[1] = second;
    output[2] = third;
}

// `pixel` is the number of samples per pixel. The compiler generates a loop for each constant.
static inline __attribute__((always_inline)) void matrix_row(
    const zig_matrix_tables *tables, const uint8_t *row, uint8_t *output, int count, int pixel)
{
    const zig_matrix_tables local = *tables;
    for (int i = 0; i < count; i++, row += pixel, output += pixel) {
        encode(&local, row[0], row[1], row[2], output);
        if (pixel == 4) output[3] = row[3];
    }
}

static inline __attribute__((always_inline)) void matrix_row_wide(
    const zig_matrix_tables *tables, const uint8_t *row, uint8_t *output, int count, int pixel)
{
    const zig_matrix_tables local = *tables;
    for (int i = 0; i < count; i++, row += 2 * pixel, output += pixel) {
        uint16_t samples[4];
        memcpy(samples, row, 2 * (size_t)pixel);
        encode(&local, samples[0] >> 3, samples[1] >> 3, samples[2] >> 3, output);
        if (pixel == 4) output[3] = (uint8_t)(samples[3] >> 8);
    }
}

void zig_matrix_row_in_tables(
    const zig_matrix_tables *tables, const uint8_t *row, uint8_t *output, int count, int bands, int sample_bytes)
{
    if (sample_bytes == 1)
        bands == 4 ? matrix_row(tables, row, output, count, 4) : matrix_row(tables, row, output, count, 3);
    else
        bands == 4 ? matrix_row_wide(tables, row, output, count, 4)
                   : matrix_row_wide(tables, row, output, count, 3);
}

void zig_matrix_row(
    const zig_matrix_tables *tables, const uint8_t *row, uint8_t *output, int count, int bands, int sample_bytes)
{
    if (sample_bytes == 1 && bands == 3 && zig_has_matrix_vectors())
        zig_matrix_row_in_vectors(&tables->factors, row, output, count);
    else
        zig_matrix_row_in_tables(tables, row, output, count, bands, sample_bytes);
}

static inline uint16_t encode_wide(const float *encoded, float light)
{
    float position = (light < 0 ? 0 : light > 1 ? 1 : light) * 16384;
    int below = (int)position;
    return (uint16_t)(encoded[below] + (position - (float)below) * (encoded[below + 1] - encoded[below]) + 0.5f);
}

void zig_wide_matrix_row(
    const zig_wide_matrix_tables *tables, const uint8_t *row, uint16_t *output, int count, int bands, int sample_bytes)
{
    for (int i = 0; i < count; i++, row += bands * sample_bytes, output += bands) {
        uint16_t samples[4];
        for (int band = 0; band < bands; band++) {
            if (sample_bytes == 1) samples[band] = row[band];
            else memcpy(&samples[band], row + 2 * band, 2);
        }
        float red = tables->curves[0][samples[0]], green = tables->curves[1][samples[1]];
        float blue = tables->curves[2][samples[2]];
        for (int part = 0; part < 3; part++)
            output[part] = encode_wide(tables->encoded, red * tables->columns[0][part]
                + green * tables->columns[1][part] + blue * tables->columns[2][part]);
        if (bands == 4) output[3] = sample_bytes == 1 ? (uint16_t)(samples[3] * 257) : samples[3];
    }
}
