#include "CPixels.h"

#include "Processor.h"

#include <string.h>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

// The compiler replaces copies of constant length with single moves.
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

// The number of pixels per side of a square. A square stays in the processor's cache.
#define SQUARE 16

// Turns `count` rows of a square and returns the number of turned columns. `next` is the distance between the
// targets of columns.
typedef int turn_columns(const uint8_t *const *lines, int count, int width, uint8_t *target, ptrdiff_t next,
    const uint8_t *const *later, int later_count);

#if defined(__x86_64__)

#define INLINE(TARGET) __attribute__((target(TARGET), always_inline)) static inline

// Writes four columns of eight rows, from pixels of 3 bytes. Reads 16 bytes of each row.
INLINE("avx2") void turn_eight(const uint8_t *const *lines, ptrdiff_t place, uint8_t *target, ptrdiff_t next)
{
// SPREAD expands pixels from three to four bytes; CLOSED packs them again.
#define SPREAD 0, 1, 2, -1, 3, 4, 5, -1, 6, 7, 8, -1, 9, 10, 11, -1
#define CLOSED 0, 1, 2, 4, 5, 6, 8, 9, 10, 12, 13, 14, -1, -1, -1, -1
    const __m256i spread = _mm256_setr_epi8(SPREAD, SPREAD), closed = _mm256_setr_epi8(CLOSED, CLOSED);
    __m256i rows[4];
    for (int k = 0; k < 4; k++) {
        __m256i two = _mm256_loadu2_m128i(
            (const __m128i *)(lines[k + 4] + place), (const __m128i *)(lines[k] + place));
        rows[k] = _mm256_shuffle_epi8(two, spread);
    }
    __m256i a = _mm256_unpacklo_epi32(rows[0], rows[1]), b = _mm256_unpacklo_epi32(rows[2], rows[3]);
    __m256i c = _mm256_unpackhi_epi32(rows[0], rows[1]), d = _mm256_unpackhi_epi32(rows[2], rows[3]);
    const __m256i columns[4] = {_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b),
        _mm256_unpacklo_epi64(c, d), _mm256_unpackhi_epi64(c, d)};
    for (int k = 0; k < 4; k++, target += next) {
        // Packs the 12 bytes of each half into 24 consecutive bytes.
        __m256i bytes = _mm256_permutevar8x32_epi32(
            _mm256_shuffle_epi8(columns[k], closed), _mm256_setr_epi32(0, 1, 2, 4, 5, 6, 3, 7));
        _mm_storeu_si128((__m128i *)target, _mm256_castsi256_si128(bytes));
        _mm_storel_epi64((__m128i *)(target + 16), _mm256_extracti128_si256(bytes, 1));
    }
}

// The positions of a column's bytes in two registers, which hold 16 bytes of each of four rows. The first 24
// bytes are from rows 0 to 7, and the next 24 bytes from rows 8 to 15.
#define BYTE(k, i) (uint8_t)((i) % 24 / 3 * 16 + 3 * (k) + (i) % 3)
#define EIGHT(k, i) \
    BYTE(k, i), BYTE(k, i + 1), BYTE(k, i + 2), BYTE(k, i + 3), BYTE(k, i + 4), BYTE(k, i + 5), BYTE(k, i + 6), \
        BYTE(k, i + 7)
#define COLUMN(k) {EIGHT(k, 0), EIGHT(k, 8), EIGHT(k, 16), EIGHT(k, 24), EIGHT(k, 32), EIGHT(k, 40), EIGHT(k, 0), \
    EIGHT(k, 8)}

// Writes four columns of sixteen rows, from pixels of 3 bytes. Reads 16 bytes of each row.
INLINE("avx512f,avx512bw,avx512vbmi") void turn_sixteen(
    const uint8_t *const *lines, ptrdiff_t place, uint8_t *target, ptrdiff_t next)
{
    static const uint8_t places[4][64] = {COLUMN(0), COLUMN(1), COLUMN(2), COLUMN(3)};
    __m512i rows[4];
    for (int k = 0; k < 4; k++) {
        __m512i four = _mm512_castsi128_si512(_mm_loadu_si128((const __m128i *)(lines[4 * k] + place)));
        four = _mm512_inserti32x4(four, _mm_loadu_si128((const __m128i *)(lines[4 * k + 1] + place)), 1);
        four = _mm512_inserti32x4(four, _mm_loadu_si128((const __m128i *)(lines[4 * k + 2] + place)), 2);
        rows[k] = _mm512_inserti32x4(four, _mm_loadu_si128((const __m128i *)(lines[4 * k + 3] + place)), 3);
    }
    for (int k = 0; k < 4; k++, target += next) {
        const __m512i bytes = _mm512_loadu_si512(places[k]);
        __m512i column = _mm512_mask_blend_epi8(0xFFFFFF000000, _mm512_permutex2var_epi8(rows[0], bytes, rows[1]),
            _mm512_permutex2var_epi8(rows[2], bytes, rows[3]));
        _mm256_storeu_si256((__m256i *)target, _mm512_castsi512_si256(column));
        _mm_storeu_si128((__m128i *)(target + 32), _mm512_extracti32x4_epi32(column, 2));
    }
}

// Defines a function that turns rows; `BLOCK` turns `HEIGHT` rows. Prefetches `later_count` other rows.
#define TURN_COLUMNS(NAME, TARGET, BLOCK, HEIGHT) \
    __attribute__((target(TARGET))) static int NAME(const uint8_t *const *lines, int count, int width, \
        uint8_t *target, ptrdiff_t next, const uint8_t *const *later, int later_count) \
    { \
        int x = 0, row = 0; \
        ptrdiff_t place = later_count > 0 ? 0 : 3 * (ptrdiff_t)width; \
        /* The last block reads four bytes more than its pixels. */ \
        for (; x + 6 <= width; x += 4, target += 4 * next) { \
            /* Four pieces of 64 bytes for four columns of 16 rows, which have 192 bytes. */ \
            for (int piece = 0; piece < 4 && place < 3 * (ptrdiff_t)width; piece++) { \
                __builtin_prefetch(later[row] + place); \
                if (++row == later_count) { \
                    row = 0; \
                    place += 64; \
                } \
            } \
            for (int i = 0; i < count; i += HEIGHT) \
                BLOCK(lines + i, x * (ptrdiff_t)3, target + i * (ptrdiff_t)3, next); \
        } \
        if (width < 6 || x > width - 3) return x; \
        /* Some of the columns are turned again. */ \
        target -= (x - (width - 6)) * next; \
        for (int i = 0; i < count; i += HEIGHT) \
            BLOCK(lines + i, (width - 6) * (ptrdiff_t)3, target + i * (ptrdiff_t)3, next); \
        return width - 2; \
    }

TURN_COLUMNS(turn_eights, "avx2", turn_eight, 8)
TURN_COLUMNS(turn_sixteens, "avx512f,avx512bw,avx512vbmi", turn_sixteen, 16)

static turn_columns *columns_in_blocks(int count)
{
    if (count == SQUARE && has_avx512_bytes()) return turn_sixteens;
    return count % 8 == 0 && has_avx2() ? turn_eights : NULL;
}

#else

static turn_columns *columns_in_blocks(int count)
{
    (void)count;
    return NULL;
}

#endif

// Writes pixels of columns as rows, for pixels of 3 bytes. Reads a byte after each pixel.
static void turn_colours(
    const uint8_t *const *rows, int width, int height, zig_turns turns, uint8_t *output, ptrdiff_t stride)
{
    const ptrdiff_t next = turns.mirrors_x ? -stride : stride;
    for (int top = 0; top < height; top += SQUARE) {
        // Whole squares are faster, so some of the last rows are turned twice.
        int first = height >= SQUARE && top > height - SQUARE ? height - SQUARE : top;
        // The rows that become these columns, from the left, and the rows of the next square.
        const uint8_t *lines[2 * SQUARE];
        int known = height - first < 2 * SQUARE ? height - first : 2 * SQUARE;
        int count = known < SQUARE ? known : SQUARE;
        for (int i = 0; i < known; i++)
            lines[i] = rows[turns.mirrors_y ? height - 1 - first - i : first + i];
        uint8_t *target = output + (turns.mirrors_x ? (width - 1) * stride : 0) + first * (ptrdiff_t)3;
        turn_columns *turn = columns_in_blocks(count);
        int x = turn ? turn(lines, count, width, target, next, lines + count, known - count) : 0;
        for (target += x * next; x < width; x++, target += next) {
            int i = 0;
            for (; i + 4 <= count; i += 4) {
                uint32_t pixels[4], words[3];
                for (int k = 0; k < 4; k++) {
                    memcpy(&pixels[k], lines[i + k] + x * (ptrdiff_t)3, 4);
                    pixels[k] &= 0xFFFFFF;
                }
                words[0] = pixels[0] | pixels[1] << 24;
                words[1] = pixels[1] >> 8 | pixels[2] << 16;
                words[2] = pixels[2] >> 16 | pixels[3] << 8;
                memcpy(target + i * (ptrdiff_t)3, words, sizeof words);
            }
            for (; i < count; i++)
                memcpy(target + i * (ptrdiff_t)3, lines[i] + x * (ptrdiff_t)3, 3);
        }
    }
}

#define TURN_PIXEL(BYTES) \
    case BYTES: \
        for (int y = top; y < bottom; y++) { \
            const uint8_t *pixel = rows[y] + left * (ptrdiff_t)BYTES; \
            uint8_t *target = start + y * down + left * across; \
            for (int x = left; x < right; x++) { \
                memcpy(target, pixel, BYTES); \
                pixel += BYTES; \
                target += across; \
            } \
        } \
        break;

void zig_turn(
    const uint8_t *const *rows, int width, int height, int bytes_per_pixel, zig_turns turns, uint8_t *output,
    ptrdiff_t stride)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    if (turns.swaps_axes && bytes_per_pixel == 3)
        return turn_colours(rows, width, height, turns, output, stride);
#endif
    // The distance from a pixel's target to the target of the next pixel in its row, and in its column.
    ptrdiff_t across = turns.swaps_axes ? stride : bytes_per_pixel;
    ptrdiff_t down = turns.swaps_axes ? bytes_per_pixel : stride;
    uint8_t *start = output;
    if (turns.mirrors_x) {
        start += (width - 1) * across;
        across = -across;
    }
    if (turns.mirrors_y) {
        start += (height - 1) * down;
        down = -down;
    }
    int side = turns.swaps_axes ? SQUARE : width;
    for (int top = 0; top < height; top += SQUARE)
        for (int left = 0; left < width; left += side) {
            int bottom = top + SQUARE < height ? top + SQUARE : height;
            int right = left + side < width ? left + side : width;
            switch (bytes_per_pixel) {
                TURN_PIXEL(1)
                TURN_PIXEL(2)
                TURN_PIXEL(3)
                TURN_PIXEL(4)
                TURN_PIXEL(6)
                TURN_PIXEL(8)
            }
        }
}
