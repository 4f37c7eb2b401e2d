#include "CPixels.h"

#include <string.h>

#if defined(__x86_64__)
#include <emmintrin.h>
#endif

static inline __attribute__((always_inline)) void order(uint32_t *larger, uint32_t *smaller)
{
    uint32_t a = *larger, b = *smaller;
    *larger = a > b ? a : b;
    *smaller = a > b ? b : a;
}

#if defined(__x86_64__)

static inline __m128i node(const uint64_t *address)
{
    return _mm_loadl_epi64((const __m128i *)address);
}

// The weighted sum of five nodes; the weights add up to 2¹⁵ − 1.
static inline __attribute__((always_inline)) uint32_t mix(
    const uint64_t *const nodes[5], const int32_t weights[5])
{
    __m128i sum = _mm_madd_epi16(_mm_unpacklo_epi16(node(nodes[0]), node(nodes[1])),
        _mm_set1_epi32(weights[0] | weights[1] << 16));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_unpacklo_epi16(node(nodes[2]), node(nodes[3])),
        _mm_set1_epi32(weights[2] | weights[3] << 16)));
    sum = _mm_add_epi32(sum, _mm_madd_epi16(_mm_unpacklo_epi16(node(nodes[4]), _mm_setzero_si128()),
        _mm_set1_epi32(weights[4])));
    sum = _mm_srai_epi32(_mm_add_epi32(sum, _mm_set1_epi32(1 << 21)), 22);
    sum = _mm_packs_epi32(sum, sum);
    return (uint32_t)_mm_cvtsi128_si32(_mm_packus_epi16(sum, sum));
}

#else

static inline uint32_t mix(const uint64_t *const nodes[5], const int32_t weights[5])
{
    uint32_t pixel = 0;
    for (int band = 0; band < 3; band++) {
        int32_t sum = 1 << 21;
        for (int i = 0; i < 5; i++)
            sum += (int32_t)(*nodes[i] >> 16 * band & 0xFFFF) * weights[i];
        pixel |= (uint32_t)(sum >> 22) << 8 * band;
    }
    return pixel;
}

#endif

void zig_cmyk_row(const zig_cmyk_tables *tables, const uint8_t *row, uint8_t *output, int count)
{
    for (int i = 0; i < count; i++, row += 4, output += 3) {
        uint32_t keys[4];
        const uint64_t *nodes[5] = {tables->nodes};
        for (int ink = 0; ink < 4; ink++) {
            keys[ink] = tables->keys[256 * ink + row[ink]];
            nodes[0] += tables->starts[256 * ink + row[ink]];
        }
        // A sorting network for four numbers.
        order(&keys[0], &keys[1]);
        order(&keys[2], &keys[3]);
        order(&keys[0], &keys[2]);
        order(&keys[1], &keys[3]);
        order(&keys[1], &keys[2]);
        // Starts at the node below the colour and moves along the axes, the largest fraction first.
        int32_t weights[5], above = 0x7FFF;
        for (int step = 0; step < 4; step++) {
            int32_t fraction = (int32_t)(keys[step] >> 16);
            weights[step] = above - fraction;
            above = fraction;
            nodes[step + 1] = nodes[step] + (keys[step] & 0xFFFF);
        }
        weights[4] = above;
        uint32_t pixel = mix(nodes, weights);
        output[0] = (uint8_t)pixel;
        output[1] = (uint8_t)(pixel >> 8);
        output[2] = (uint8_t)(pixel >> 16);
    }
}

void zig_narrow_row(const uint8_t *row, uint8_t *output, int count)
{
    for (int i = 0; i < count; i++) {
        uint16_t sample;
        memcpy(&sample, row + 2 * i, 2);
        output[i] = (uint8_t)(sample >> 8);
    }
}

void zig_narrow_grey_row(const uint8_t *row, uint8_t *output, int count, int bands)
{
    for (int i = 0; i < count; i++) {
        uint16_t sample;
        memcpy(&sample, row + 2 * i * bands, 2);
        output[i * bands] = (uint8_t)((sample + 128u) / 257);
        if (bands == 2) output[2 * i + 1] = row[4 * i + 3];
    }
}

void zig_widen_row(const uint8_t *row, uint8_t *output, int count)
{
    for (int i = 0; i < count; i++)
        output[2 * i] = output[2 * i + 1] = row[i];
}

// Returns `product` / 255, rounded down; for products up to 255 × 255.
static inline unsigned divided(unsigned product)
{
    return (product + 1 + (product >> 8)) >> 8;
}

static inline __attribute__((always_inline)) void flatten(
    const uint8_t *restrict row, uint8_t *restrict output, int count, int colours, const uint8_t *background)
{
    for (int i = 0; i < count; i++, row += colours + 1, output += colours) {
        unsigned alpha = row[colours];
        for (int band = 0; band < colours; band++)
            output[band] = (uint8_t)divided(row[band] * alpha + background[band] * (255 - alpha));
    }
}

#if defined(__x86_64__)

// Flattens two pixels at a time.
static void flatten_rgba(const uint8_t *row, uint8_t *output, int count, const uint8_t *background)
{
    const __m128i zero = _mm_setzero_si128(), one = _mm_set1_epi16(1), most = _mm_set1_epi16(255);
    const __m128i below = _mm_setr_epi16(background[0], background[1], background[2], 0, background[0],
        background[1], background[2], 0);
    int i = 0;
    for (; i + 3 <= count; i += 2, row += 8, output += 6) {
        __m128i pixels = _mm_unpacklo_epi8(_mm_loadl_epi64((const __m128i *)row), zero);
        __m128i alpha = _mm_shufflehi_epi16(_mm_shufflelo_epi16(pixels, 0xFF), 0xFF);
        __m128i products = _mm_add_epi16(
            _mm_mullo_epi16(pixels, alpha), _mm_mullo_epi16(below, _mm_sub_epi16(most, alpha)));
        __m128i sum = _mm_add_epi16(_mm_add_epi16(products, one), _mm_srli_epi16(products, 8));
        __m128i bytes = _mm_packus_epi16(_mm_srli_epi16(sum, 8), zero);
        uint32_t first = (uint32_t)_mm_cvtsi128_si32(bytes);
        uint32_t second = (uint32_t)_mm_cvtsi128_si32(_mm_srli_si128(bytes, 4));
        // Each copy writes one byte of the next pixel, which the next copy overwrites.
        memcpy(output, &first, 4);
        memcpy(output + 3, &second, 4);
    }
    flatten(row, output, count - i, 3, background);
}

#else

static void flatten_rgba(const uint8_t *row, uint8_t *output, int count, const uint8_t *background)
{
    flatten(row, output, count, 3, background);
}

#endif

void zig_flatten_row(
    const uint8_t *row, uint8_t *output, int count, int bands, const uint8_t *background)
{
    bands == 4 ? flatten_rgba(row, output, count, background) : flatten(row, output, count, 1, background);
}

void zig_flatten_wide_row(
    const uint8_t *row, uint8_t *output, int count, int bands, const uint8_t *background)
{
    for (int i = 0; i < count; i++, row += 2 * bands, output += 2 * (bands - 1)) {
        uint16_t samples[4];
        memcpy(samples, row, 2 * (size_t)bands);
        uint32_t alpha = samples[bands - 1];
        for (int band = 0; band < bands - 1; band++)
            samples[band] = (uint16_t)((samples[band] * alpha + background[band] * 257u * (65535 - alpha)) / 65535);
        memcpy(output, samples, 2 * (size_t)(bands - 1));
    }
}
