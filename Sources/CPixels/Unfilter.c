#include "CPixels.h"

#include <stdlib.h>
#include <string.h>

static uint8_t nearest(int left, int up, int corner)
{
    int to_left = abs(up - corner), to_up = abs(left - corner), to_corner = abs(left + up - 2 * corner);
    if (to_left <= to_up && to_left <= to_corner)
        return (uint8_t)left;
    return (uint8_t)(to_up <= to_corner ? up : corner);
}

static void unfilter_sub(const uint8_t *filtered, uint8_t *output, int length, int pixel)
{
    memcpy(output, filtered, (size_t)(pixel < length ? pixel : length));
    for (int i = pixel; i < length; i++)
        output[i] = (uint8_t)(filtered[i] + output[i - pixel]);
}

static void unfilter_up(
    const uint8_t *restrict filtered, const uint8_t *restrict above, uint8_t *restrict output, int length)
{
    for (int i = 0; i < length; i++)
        output[i] = (uint8_t)(filtered[i] + above[i]);
}

static void unfilter_average(
    const uint8_t *filtered, const uint8_t *above, uint8_t *output, int length, int pixel)
{
    for (int i = 0; i < length; i++) {
        int left = i < pixel ? 0 : output[i - pixel];
        output[i] = (uint8_t)(filtered[i] + (left + above[i]) / 2);
    }
}

static void unfilter_paeth(
    const uint8_t *filtered, const uint8_t *above, uint8_t *output, int length, int pixel)
{
    for (int i = 0; i < length; i++) {
        int left = i < pixel ? 0 : output[i - pixel];
        int corner = i < pixel ? 0 : above[i - pixel];
        output[i] = (uint8_t)(filtered[i] + nearest(left, above[i], corner));
    }
}

#if defined(__x86_64__)
#include <emmintrin.h>

// Expands the bytes of a pixel, up to 8, to 16 bits each.
static __m128i load_pixel(const uint8_t *address)
{
    return _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)address), _mm_setzero_si128());
}

static __m128i choose(__m128i mask, __m128i yes, __m128i no)
{
    return _mm_or_si128(_mm_and_si128(mask, yes), _mm_andnot_si128(mask, no));
}

static __m128i absolute(__m128i value)
{
    return _mm_max_epi16(value, _mm_sub_epi16(_mm_setzero_si128(), value));
}

// Writes a pixel. The last pixels must not write beyond the row.
static inline void store_pixel(uint8_t *output, __m128i bytes, int i, int length, int pixel)
{
    if (i + 8 <= length)
        _mm_storel_epi64((__m128i *)(output + i), bytes);
    else
        memcpy(output + i, &bytes, (size_t)pixel);
}

// Handles one pixel of 3 to 8 bytes at a time.
static void unfilter_sub_wide(const uint8_t *filtered, uint8_t *output, int length, int pixel)
{
    __m128i left = _mm_setzero_si128();
    for (int i = 0; i < length; i += pixel) {
        left = _mm_add_epi8(left, _mm_loadl_epi64((const __m128i *)(filtered + i)));
        store_pixel(output, left, i, length, pixel);
    }
}

// Handles one pixel of 3 to 8 bytes at a time. A pixel depends on its left neighbour, but its bytes are
// independent of each other.
static void unfilter_paeth_wide(
    const uint8_t *filtered, const uint8_t *above, uint8_t *output, int length, int pixel)
{
    const __m128i byte = _mm_set1_epi16(255);
    __m128i left = _mm_setzero_si128(), corner = _mm_setzero_si128();
    for (int i = 0; i < length; i += pixel) {
        __m128i up = load_pixel(above + i);
        __m128i to_left = _mm_sub_epi16(up, corner);
        __m128i to_up = _mm_sub_epi16(left, corner);
        __m128i to_corner = absolute(_mm_add_epi16(to_left, to_up));
        to_left = absolute(to_left);
        to_up = absolute(to_up);
        __m128i smallest = _mm_min_epi16(_mm_min_epi16(to_left, to_up), to_corner);
        __m128i guess = choose(
            _mm_cmpeq_epi16(smallest, to_left), left,
            choose(_mm_cmpeq_epi16(smallest, to_up), up, corner));
        left = _mm_and_si128(_mm_add_epi16(load_pixel(filtered + i), guess), byte);
        corner = up;
        store_pixel(output, _mm_packus_epi16(left, left), i, length, pixel);
    }
}
#endif

void zig_png_expand(
    const uint8_t *row, uint8_t *output, int width, int bits, const uint8_t *colours, int bands)
{
    for (int x = 0; x < width; x++, output += bands) {
        int place = x * bits;
        int value = row[place / 8] >> (8 - bits - place % 8) & ((1 << bits) - 1);
        for (int band = 0; band < bands; band++)
            output[band] = colours[4 * value + band];
    }
}

void zig_swap_row(const uint8_t *row, uint8_t *output, int count)
{
    for (int i = 0; i < count; i++) {
        uint16_t sample;
        memcpy(&sample, row + 2 * i, 2);
        sample = __builtin_bswap16(sample);
        memcpy(output + 2 * i, &sample, 2);
    }
}

int zig_png_unfilter(
    int filter, const uint8_t *filtered, const uint8_t *above, uint8_t *output, int length,
    int bytes_per_pixel)
{
    switch (filter) {
    case 0:
        memcpy(output, filtered, (size_t)length);
        return 0;
    case 1:
#if defined(__x86_64__)
        if (bytes_per_pixel >= 3) {
            unfilter_sub_wide(filtered, output, length, bytes_per_pixel);
            return 0;
        }
#endif
        unfilter_sub(filtered, output, length, bytes_per_pixel);
        return 0;
    case 2:
        unfilter_up(filtered, above, output, length);
        return 0;
    case 3:
        unfilter_average(filtered, above, output, length, bytes_per_pixel);
        return 0;
    case 4:
#if defined(__x86_64__)
        if (bytes_per_pixel >= 3) {
            unfilter_paeth_wide(filtered, above, output, length, bytes_per_pixel);
            return 0;
        }
#endif
        unfilter_paeth(filtered, above, output, length, bytes_per_pixel);
        return 0;
    default:
        return -1;
    }
}
