// Loops over pixels that need instructions which Swift cannot name.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Whether this processor has what zig_halve_rgb is made of.
int zig_halve_rgb_is_available(void);

// Two rows of pixels, and the one that they are halved into.
typedef struct {
    const uint8_t *_Nonnull upper;
    const uint8_t *_Nonnull lower;
    uint8_t *_Nonnull output;
} zig_halving_rows;

// Halves two rows of RGB pixels into one: (a + b + c + d + 2) >> 2 of each 2 × 2 block, pairs of them. May
// read 32 bytes behind the input rows' ends and write 32 bytes behind the output's. Those that come next are
// asked for meanwhile, so that nobody waits for them; they may be the same ones.
void zig_halve_rgb(zig_halving_rows rows, zig_halving_rows next, int pairs);

// PNG's Paeth filter, type 4 (PNG specification, second edition, section 9.4): each byte less the one of its
// left, upper and upper left neighbours that is nearest to left + upper − upper left. The first bytes_per_pixel
// bytes have no left neighbour, which counts as 0.
void zig_png_paeth(
    const uint8_t *_Nonnull row, const uint8_t *_Nonnull above, uint8_t *_Nonnull output, int length,
    int bytes_per_pixel);

// Undoes a PNG filter (section 9.2) of one row: 0 none, 1 sub, 2 up, 3 average, 4 Paeth. May read 4 bytes behind
// the ends of filtered and above. 0, or -1 where there is no such filter.
int zig_png_unfilter(
    int filter, const uint8_t *_Nonnull filtered, const uint8_t *_Nonnull above, uint8_t *_Nonnull output,
    int length, int bytes_per_pixel);

// Makes rows of the columns of a strip, which has a pixel of each column in every `stride` bytes: of the columns
// first, first + step, … as many as there are rows. Rows run from the bottom of the columns where they are mirrored.
// Pixels of 1 to 4, 6 or 8 bytes.
void zig_columns_to_rows(
    const uint8_t *_Nonnull strip, ptrdiff_t stride, int height, int bytes_per_pixel, int first, int step, int is_mirrored,
    uint8_t *_Nonnull const *_Nonnull rows, int count);

// Whether each of `length` bytes is within `tolerance` of the one at its place in `pattern`. Stops early where they
// differ.
int zig_row_is_plain(const uint8_t *_Nonnull row, const uint8_t *_Nonnull pattern, int length, int tolerance);

// The same of `length` samples of 16 bits in the byte order of the machine; the tolerance is one of 255.
int zig_row_is_plain_wide(
    const uint8_t *_Nonnull row, const uint8_t *_Nonnull pattern, int length, int tolerance);

// Whether the last byte of each of `count` pixels is at most `tolerance`.
int zig_row_is_clear(const uint8_t *_Nonnull row, int count, int bytes_per_pixel, int tolerance);

// Copies a row of pixels from right to left.
void zig_mirror_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int width,
    int bytes_per_pixel);
