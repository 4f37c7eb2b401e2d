#include "CPixels.h"

#include "Processor.h"

int zig_halve_rgb_is_available(void)
{
    return has_avx2();
}

#if defined(__x86_64__)
#include <immintrin.h>

// Reorders the bytes r g b r g b of two neighbours to the pairs r r g g b b, which one instruction adds.
#define NEIGHBOURS 0, 3, 1, 4, 2, 5, 6, 9, 7, 10, 8, 11, -1, -1, -1, -1
// The low bytes of six 16-bit sums, packed.
#define LOW_BYTES 0, 2, 4, 6, 8, 10, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1

__attribute__((target("avx2")))
void zig_halve_rgb(zig_halving_rows rows, zig_halving_rows next, int pairs)
{
    const __m256i neighbours = _mm256_setr_epi8(NEIGHBOURS, NEIGHBOURS);
    const __m256i low_bytes = _mm256_setr_epi8(LOW_BYTES, LOW_BYTES);
    const __m256i ones = _mm256_set1_epi8(1);
    const __m256i two = _mm256_set1_epi16(2);
    // Computes four output pixels at a time: each half of a register holds four input pixels, 12 of its 16
    // bytes.
    for (int pair = 0; pair < pairs; pair += 4) {
        const uint8_t *top = rows.upper + 6 * pair;
        const uint8_t *bottom = rows.lower + 6 * pair;
        uint8_t *output = rows.output + 3 * pair;
        __builtin_prefetch(next.upper + 6 * pair);
        __builtin_prefetch(next.lower + 6 * pair);
        __builtin_prefetch(next.output + 3 * pair, 1);
        __m256i a = _mm256_loadu2_m128i((const __m128i *)(top + 12), (const __m128i *)top);
        __m256i b = _mm256_loadu2_m128i((const __m128i *)(bottom + 12), (const __m128i *)bottom);
        a = _mm256_maddubs_epi16(_mm256_shuffle_epi8(a, neighbours), ones);
        b = _mm256_maddubs_epi16(_mm256_shuffle_epi8(b, neighbours), ones);
        __m256i sum = _mm256_add_epi16(_mm256_add_epi16(a, b), two);
        __m256i mean = _mm256_shuffle_epi8(_mm256_srli_epi16(sum, 2), low_bytes);
        _mm_storel_epi64((__m128i *)output, _mm256_castsi256_si128(mean));
        _mm_storel_epi64((__m128i *)(output + 6), _mm256_extracti128_si256(mean, 1));
    }
}

#else

void zig_halve_rgb(zig_halving_rows rows, zig_halving_rows next, int pairs)
{
    (void)rows, (void)next, (void)pairs;
}

#endif
