#include "CPixels.h"

#include "Processor.h"

static inline __attribute__((always_inline)) int16_t distance(int16_t a)
{
    return a < 0 ? (int16_t)-a : a;
}

// Has no branches, so that the compiler vectorises it.
static inline __attribute__((always_inline)) uint8_t predict(int16_t left, int16_t up, int16_t corner)
{
    int16_t to_left = distance((int16_t)(up - corner));
    int16_t to_up = distance((int16_t)(left - corner));
    int16_t to_corner = distance((int16_t)(left + up - 2 * corner));
    int16_t vertical = to_up <= to_corner ? up : corner;
    return (uint8_t)(to_left <= to_up && to_left <= to_corner ? left : vertical);
}

static inline __attribute__((always_inline)) void filter(
    const uint8_t *restrict row, const uint8_t *restrict above, uint8_t *restrict output, int length,
    int bytes_per_pixel)
{
    for (int i = 0; i < bytes_per_pixel; i++)
        output[i] = (uint8_t)(row[i] - above[i]);
    for (int i = bytes_per_pixel; i < length; i++)
        output[i] = (uint8_t)(row[i]
            - predict(row[i - bytes_per_pixel], above[i], above[i - bytes_per_pixel]));
}

// Uses registers of 32 bytes.
#if defined(__x86_64__)
__attribute__((target("avx2")))
#endif
static void filter_wide(
    const uint8_t *restrict row, const uint8_t *restrict above, uint8_t *restrict output, int length,
    int bytes_per_pixel)
{
    filter(row, above, output, length, bytes_per_pixel);
}

void zig_png_paeth(
    const uint8_t *row, const uint8_t *above, uint8_t *output, int length, int bytes_per_pixel)
{
    (has_avx2() ? filter_wide : filter)(row, above, output, length, bytes_per_pixel);
}
