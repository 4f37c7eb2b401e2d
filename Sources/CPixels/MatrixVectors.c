#include "Matrix.h"

#include "Processor.h"

int zig_has_matrix_vectors(void)
{
    return has_avx512_bytes();
}

#if defined(__x86_64__)
#include <immintrin.h>

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi,avx512vnni")))
#define INLINE TARGET __attribute__((always_inline)) static inline

// Numbers for byte positions 0 to 63. The macro NUMBER receives `k` and the position.
#define EIGHT(NUMBER, k, i) \
    NUMBER(k, i), NUMBER(k, i + 1), NUMBER(k, i + 2), NUMBER(k, i + 3), NUMBER(k, i + 4), NUMBER(k, i + 5), \
        NUMBER(k, i + 6), NUMBER(k, i + 7)
#define ALL(NUMBER, k) \
    {EIGHT(NUMBER, k, 0), EIGHT(NUMBER, k, 8), EIGHT(NUMBER, k, 16), EIGHT(NUMBER, k, 24), EIGHT(NUMBER, k, 32), \
     EIGHT(NUMBER, k, 40), EIGHT(NUMBER, k, 48), EIGHT(NUMBER, k, 56)}
#define THREE(NUMBER) {ALL(NUMBER, 0), ALL(NUMBER, 1), ALL(NUMBER, 2)}

// 64 pixels fill three registers of RGB, or one register for each colour. Two permutations select the bytes
// of one register from three registers. The first permutation takes bytes of two registers. The second
// permutation takes bytes of the first result, or of the third register from index 64 on.
#define COLOUR_FIRST(k, i) ((3 * (i) + (k)) & 127)
#define COLOUR_THEN(k, i) (3 * (i) + (k) < 128 ? (i) : 3 * (i) + (k) - 64)
#define PIXEL(k, i) ((64 * (k) + (i)) / 3)
#define BAND(k, i) ((64 * (k) + (i)) % 3)
#define PIXELS_FIRST(k, i) (BAND(k, i) == 1 ? 64 + PIXEL(k, i) : PIXEL(k, i))
#define PIXELS_THEN(k, i) (BAND(k, i) == 2 ? 64 + PIXEL(k, i) : (i))

static const uint8_t colour_first[3][64] = THREE(COLOUR_FIRST), colour_then[3][64] = THREE(COLOUR_THEN);
static const uint8_t pixels_first[3][64] = THREE(PIXELS_FIRST), pixels_then[3][64] = THREE(PIXELS_THEN);

INLINE __m512i picked(const __m512i bytes[3], const uint8_t *first, const uint8_t *then)
{
    __m512i two = _mm512_permutex2var_epi8(bytes[0], _mm512_loadu_si512(first), bytes[1]);
    return _mm512_permutex2var_epi8(two, _mm512_loadu_si512(then), bytes[2]);
}

// Returns entries of a table of 256 bytes. `upper` marks the positions whose index is at least 128.
INLINE __m512i look_up(const uint8_t *table, __m512i index, __mmask64 upper)
{
    return _mm512_mask_blend_epi8(upper,
        _mm512_permutex2var_epi8(_mm512_loadu_si512(table), index, _mm512_loadu_si512(table + 64)),
        _mm512_permutex2var_epi8(_mm512_loadu_si512(table + 128), index, _mm512_loadu_si512(table + 192)));
}

// Returns the sRGB samples of 64 values of light from 0 to ZIG_MOST_LIGHT.
INLINE __m512i encoded(const zig_curve_pieces *pieces, __m512i first, __m512i second)
{
    const __m512i low = _mm512_set1_epi16(127), sixteen = _mm512_set1_epi8(16);
    __m512i number = _mm512_packus_epi16(_mm512_srli_epi16(first, 7), _mm512_srli_epi16(second, 7));
    // Brighter light saturates to at least 128.
    __m512i dark = _mm512_packus_epi16(_mm512_srli_epi16(first, 3), _mm512_srli_epi16(second, 3));
    __m512i way = _mm512_packus_epi16(_mm512_and_si512(first, low), _mm512_and_si512(second, low));
    __m512i dark_way = _mm512_and_si512(_mm512_slli_epi16(way, 3), _mm512_set1_epi8(7 << 3));
    __mmask64 is_bright = _mm512_movepi8_mask(dark);
    number = _mm512_mask_mov_epi8(dark, is_bright, number);
    way = _mm512_mask_mov_epi8(dark_way, is_bright, way);
    __m512i fraction = look_up(pieces->fractions, number, is_bright);
    __m512i slope = look_up(pieces->slopes, number, is_bright);
    __m512i lower = _mm512_maddubs_epi16(_mm512_unpacklo_epi8(slope, fraction), _mm512_unpacklo_epi8(way, sixteen));
    __m512i upper = _mm512_maddubs_epi16(_mm512_unpackhi_epi8(slope, fraction), _mm512_unpackhi_epi8(way, sixteen));
    return _mm512_add_epi8(look_up(pieces->samples, number, is_bright),
        _mm512_packus_epi16(_mm512_srli_epi16(lower, 12), _mm512_srli_epi16(upper, 12)));
}

// The values that all pixels share: `starts`, and the columns of red and green, and of blue, as pairs of 16
// bits.
typedef struct {
    __m512i starts[3], reds_greens[3], blues[3];
} matrix;

// Converts up to 64 pixels.
INLINE void convert(
    const zig_matrix_factors *factors, const matrix *matrix, const uint8_t *row, uint8_t *output, int count)
{
    __mmask64 wanted[3];
    __m512i pixels[3];
    for (int k = 0; k < 3; k++) {
        int left = 3 * count - 64 * k;
        wanted[k] = left >= 64 ? ~0ull : left <= 0 ? 0 : (1ull << left) - 1;
        pixels[k] = _mm512_maskz_loadu_epi8(wanted[k], row + 64 * k);
    }
    // Expands bytes to 16-bit light. Until packing, each half of a register has its own order of pixels.
    __m512i colours[3][2];
    for (int k = 0; k < 3; k++) {
        __m512i colour = picked(pixels, colour_first[k], colour_then[k]);
        __mmask64 upper = _mm512_movepi8_mask(colour);
        __m512i low = look_up(factors->low_light[k], colour, upper);
        __m512i high = look_up(factors->high_light[k], colour, upper);
        colours[k][0] = _mm512_unpacklo_epi8(low, high);
        colours[k][1] = _mm512_unpackhi_epi8(low, high);
    }
    __m512i light[3][2], zero = _mm512_setzero_si512();
    for (int half = 0; half < 2; half++) {
        __m512i first = _mm512_unpacklo_epi16(colours[0][half], colours[1][half]);
        __m512i second = _mm512_unpackhi_epi16(colours[0][half], colours[1][half]);
        __m512i first_blue = _mm512_unpacklo_epi16(colours[2][half], zero);
        __m512i second_blue = _mm512_unpackhi_epi16(colours[2][half], zero);
        for (int part = 0; part < 3; part++) {
            __m512i a = _mm512_dpwssd_epi32(matrix->starts[part], first, matrix->reds_greens[part]);
            __m512i b = _mm512_dpwssd_epi32(matrix->starts[part], second, matrix->reds_greens[part]);
            a = _mm512_srai_epi32(_mm512_dpwssd_epi32(a, first_blue, matrix->blues[part]), ZIG_LIGHT_BITS);
            b = _mm512_srai_epi32(_mm512_dpwssd_epi32(b, second_blue, matrix->blues[part]), ZIG_LIGHT_BITS);
            light[part][half] = _mm512_min_epu16(_mm512_packus_epi32(a, b), _mm512_set1_epi16(ZIG_MOST_LIGHT));
        }
    }
    for (int part = 0; part < 3; part++)
        pixels[part] = encoded(factors->pieces, light[part][0], light[part][1]);
    for (int k = 0; k < 3; k++)
        _mm512_mask_storeu_epi8(output + 64 * k, wanted[k], picked(pixels, pixels_first[k], pixels_then[k]));
}

TARGET void zig_matrix_row_in_vectors(
    const zig_matrix_factors *factors, const uint8_t *row, uint8_t *output, int count)
{
    const zig_matrix_factors local = *factors;
    matrix matrix;
    for (int part = 0; part < 3; part++) {
        const int red_green = (int)((uint32_t)local.columns[1][part] << 16 | (uint16_t)local.columns[0][part]);
        matrix.starts[part] = _mm512_set1_epi32(local.starts[part]);
        matrix.reds_greens[part] = _mm512_set1_epi32(red_green);
        matrix.blues[part] = _mm512_set1_epi32((uint16_t)local.columns[2][part]);
    }
    for (; count >= 64; count -= 64, row += 192, output += 192)
        convert(&local, &matrix, row, output, 64);
    if (count > 0) convert(&local, &matrix, row, output, count);
}

#else

void zig_matrix_row_in_vectors(
    const zig_matrix_factors *factors, const uint8_t *row, uint8_t *output, int count)
{
    (void)factors, (void)row, (void)output, (void)count;
}

#endif
