// Loops over pixels that use processor instructions.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Whether this processor has the instructions of zig_halve_rgb.
int zig_halve_rgb_is_available(void);

// Two input rows of pixels and their output row.
typedef struct {
    const uint8_t *_Nonnull upper;
    const uint8_t *_Nonnull lower;
    uint8_t *_Nonnull output;
} zig_halving_rows;

// Halves two rows of RGB pixels into one: (a + b + c + d + 2) >> 2 of each 2 × 2 block. `pairs` is the number
// of blocks. Reads up to 32 bytes after the input rows and writes up to 32 bytes after the output row.
// Prefetches the rows of the next call, which may be the same.
void zig_halve_rgb(zig_halving_rows rows, zig_halving_rows next, int pairs);

// Applies PNG's Paeth filter, type 4 (PNG specification, second edition, section 9.4): subtracts from each byte
// the one of its left, upper and upper left neighbours that is nearest to left + upper − upper left. The first
// bytes_per_pixel bytes have no left neighbours, which count as 0.
void zig_png_paeth(
    const uint8_t *_Nonnull row, const uint8_t *_Nonnull above, uint8_t *_Nonnull output, int length,
    int bytes_per_pixel);

// Undoes the PNG filter (section 9.2) of one row: 0 none, 1 sub, 2 up, 3 average, 4 Paeth. Reads up to 4 bytes
// after the ends of filtered and above. Returns 0, or -1 for an unknown filter.
int zig_png_unfilter(
    int filter, const uint8_t *_Nonnull filtered, const uint8_t *_Nonnull above, uint8_t *_Nonnull output,
    int length, int bytes_per_pixel);

// Copies columns of a strip to rows: the columns first, first + step, …, `count` of them. Rows of the strip are
// `stride` bytes apart. Mirrored rows begin at the bottom of the columns. Pixels have 1 to 4, 6 or 8 bytes.
void zig_columns_to_rows(
    const uint8_t *_Nonnull strip, ptrdiff_t stride, int height, int bytes_per_pixel, int first, int step, int is_mirrored,
    uint8_t *_Nonnull const *_Nonnull rows, int count);

// Whether each of `length` bytes differs by at most `tolerance` from the byte of `pattern`. Stops at a difference.
int zig_row_is_plain(const uint8_t *_Nonnull row, const uint8_t *_Nonnull pattern, int length, int tolerance);

// The same for `length` samples of 16 bits in the byte order of the machine; `tolerance` is 0 to 255.
int zig_row_is_plain_wide(
    const uint8_t *_Nonnull row, const uint8_t *_Nonnull pattern, int length, int tolerance);

// Whether the last byte of each of `count` pixels is at most `tolerance`.
int zig_row_is_clear(const uint8_t *_Nonnull row, int count, int bytes_per_pixel, int tolerance);

// Copies a row of pixels from right to left.
void zig_mirror_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int width,
    int bytes_per_pixel);
