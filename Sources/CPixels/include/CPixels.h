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

// Subtracts from each sample the one of the pixel to its left, `distance` samples before (TIFF 6.0, section 14).
// `length` is the number of samples; the first `distance` samples are copied.
void zig_subtract_left(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int length, int distance);

// The same for samples of 16 bits in the byte order of the machine; the rows may have any alignment.
void zig_subtract_left_wide(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int length, int distance);

// Undoes the PNG filter (section 9.2) of one row: 0 none, 1 sub, 2 up, 3 average, 4 Paeth. Reads up to 8 bytes
// after the ends of filtered and above. Returns 0, or -1 for an unknown filter.
int zig_png_unfilter(
    int filter, const uint8_t *_Nonnull filtered, const uint8_t *_Nonnull above, uint8_t *_Nonnull output,
    int length, int bytes_per_pixel);

// Replaces each sample of 1, 2, 4 or 8 bits by the first `bands` bytes of its entry in `colours`, which has four
// bytes for each value.
void zig_png_expand(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int width, int bits, const uint8_t *_Nonnull colours,
    int bands);

// Swaps the bytes of `count` samples of 16 bits.
void zig_swap_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count);

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
// How pixels are turned: mirrored along the axes of the source first, then with rows as columns.
typedef struct {
    int swaps_axes, mirrors_x, mirrors_y;
} zig_turns;

// Turns width × height pixels of 1 to 4, 6 or 8 bytes. The rows of the result are `stride` bytes apart. A byte after each
// row is read and ignored.
void zig_turn(
    const uint8_t *_Nonnull const *_Nonnull rows, int width, int height, int bytes_per_pixel, zig_turns turns,
    uint8_t *_Nonnull output, ptrdiff_t stride);

void zig_mirror_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int width,
    int bytes_per_pixel);

// Linear light is counted in steps, ZIG_MOST_LIGHT for white, and in fractions of 2^ZIG_LIGHT_BITS of a step.
// Sums of it go from −ZIG_LIGHT_OFFSET to ZIG_LIGHT_OFFSET − 1 steps.
enum { ZIG_MOST_LIGHT = 16383, ZIG_LIGHT_OFFSET = 1 << 17, ZIG_LIGHT_BITS = 14 };

// The sRGB curve in pieces that are nearly straight: 128 of 8 steps of light, for light below 1,024, and 128 of
// 128 steps. Light of a piece is encoded as samples[piece] + ((fractions[piece] * 16 + slopes[piece] * way) >> 12),
// where `way` is the distance from the start of the piece, in steps, or in eighths of a step in the short pieces.
typedef struct {
    uint8_t samples[256], fractions[256], slopes[256];
} zig_curve_pieces;

// A conversion of RGB to sRGB by a matrix between one-dimensional tables, in numbers for vectors.
typedef struct {
    // For each of red, green and blue, the lower and the upper bytes of linear light for each value of a sample,
    // −32,767 to 32,767; `NULL` for samples of 16 bits.
    const uint8_t *_Nullable low_light[3], *_Nullable high_light[3];
    // What red, green and blue add to linear red, green and blue, in fractions of a step for each unit of light.
    int16_t columns[3][3];
    // What is added once: the light of black, and half a step.
    int32_t starts[3];
    const zig_curve_pieces *_Nonnull pieces;
} zig_matrix_factors;

// The same conversion in tables.
typedef struct {
    // For each of red, green and blue, numbers for each value of a sample: what it adds to linear red in the lower
    // half and to linear green in the upper half, and what it adds to linear blue. Those of red include `starts`
    // and the offset.
    const uint64_t *_Nonnull pairs[3];
    const uint32_t *_Nonnull lasts[3];
    // The 8-bit sRGB sample of each sum.
    const uint8_t *_Nonnull encoded;
    zig_matrix_factors factors;
} zig_matrix_tables;

// Converts `count` pixels of 3 bands, or of 4 with alpha, to 8-bit samples. The tables of 16-bit samples have an
// entry for the upper 13 bits. The result is the same on all processors, and may take the place of the row.
void zig_matrix_row(
    const zig_matrix_tables *_Nonnull tables, const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count,
    int bands, int sample_bytes);

// The same without vectors.
void zig_matrix_row_in_tables(
    const zig_matrix_tables *_Nonnull tables, const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count,
    int bands, int sample_bytes);

// Whether zig_matrix_row uses vectors for RGB of 8 bits: this processor has AVX-512 for bytes.
int zig_has_matrix_vectors(void);

// A conversion by a matrix to samples of 16 bits.
typedef struct {
    // For each of red, green and blue, the linear light of each value of a sample.
    const float *_Nonnull curves[3];
    // What linear red, green and blue of full strength add to linear red, green and blue of sRGB.
    float columns[3][3];
    // The 16-bit sRGB sample of each number of linear light from 0 to 16,384, and one more entry.
    const float *_Nonnull encoded;
} zig_wide_matrix_tables;

// Converts `count` pixels of 3 bands, or of 4 with alpha, to 16-bit samples.
void zig_wide_matrix_row(
    const zig_wide_matrix_tables *_Nonnull tables, const uint8_t *_Nonnull row, uint16_t *_Nonnull output, int count,
    int bands, int sample_bytes);

// A conversion of CMYK to sRGB by a grid of colours.
typedef struct {
    // Red, green, blue and 0 of each node, in 16 bits each, times 128.
    const uint64_t *_Nonnull nodes;
    // For each ink, the node below each of the 256 values, counted along the axis of the ink.
    const uint32_t *_Nonnull starts;
    // The same: the fraction of the way to the next node in the upper 16 bits, up to 2¹⁵ − 1; the distance of
    // neighbours along the axis of the ink in the lower ones.
    const uint32_t *_Nonnull keys;
} zig_cmyk_tables;

// Converts `count` pixels to RGB. Between the nodes it interpolates in simplices, along the axes in the order of
// the fractions. The result may take the place of the row.
void zig_cmyk_row(
    const zig_cmyk_tables *_Nonnull tables, const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count);

// Reduces `count` samples of 16 bits, in the byte order of the machine, to their upper 8 bits.
void zig_narrow_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count);

// Rounds `count` pixels of grey in 16 bits to 8 bits. The second of 2 bands is alpha, whose upper bits are kept.
void zig_narrow_grey_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int bands);

// Spreads `count` samples of 8 bits over 16: 255 becomes 65,535.
void zig_widen_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count);

// Mixes `count` pixels of 2 or 4 bands with a background by their alpha, the last band, which it removes. Rounds
// down.
void zig_flatten_row(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int bands,
    const uint8_t *_Nonnull background);

// The same for samples of 16 bits in the byte order of the machine; the background has 8 bits.
void zig_flatten_wide_row(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int bands,
    const uint8_t *_Nonnull background);

// Joins `count` samples of each of `bands` planes, which are `distance` bytes apart, to pixels.
void zig_interleave_row(
    const uint8_t *_Nonnull planes, ptrdiff_t distance, uint8_t *_Nonnull output, int count, int bands,
    int sample_bytes);

// Copies the first `kept_bytes` bytes of each of `count` pixels, and `alpha_bytes` bytes from `alpha_offset` on, which
// lies behind them. The result may take the place of the row.
void zig_pick_samples(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int pixel_bytes, int kept_bytes,
    int alpha_offset, int alpha_bytes);

// Adds an alpha of `sample_bytes` bytes to each of `count` pixels: opaque where the byte of `mask` is not 0.
void zig_join_mask(
    const uint8_t *_Nonnull row, const uint8_t *_Nonnull mask, uint8_t *_Nonnull output, int count, int pixel_bytes,
    int sample_bytes);

// Inverts all bits of the first `colour_bytes` bytes of each of `count` pixels, and copies the others. The result may
// take the place of the row.
void zig_invert_colours(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int pixel_bytes, int colour_bytes);

// Replaces the first byte of each of `count` pixels by the first `bands` bytes of its entry in `colours`, which has
// four bytes for each value. A second byte is alpha, which stays.
void zig_apply_palette(
    uint8_t *_Nonnull pixels, int count, const uint8_t *_Nonnull colours, int bands, int has_alpha);

// Copies `count` pixels of 1 to 4, 6 or 8 bytes to places that are `distance` bytes apart.
void zig_scatter_row(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int bytes_per_pixel, ptrdiff_t distance);

// Divides the colours of `count` pixels of 2 or 4 bands by alpha, the last band; colours without opacity become
// black. Rounds.
void zig_unpremultiply_row(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int bands, int sample_bytes);

// Spreads `count` packed samples of 9 to 15 bits, the highest bit first, over 16 bits, beginning with the sample
// `first` of the row.
void zig_unpack_row(const uint8_t *_Nonnull row, uint16_t *_Nonnull output, int first, int count, int bits);
// The same for samples of 1 to 7 bits, over 8 bits.
void zig_unpack_narrow_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int first, int count, int bits);

// Converts every `step`-th of floating-point numbers of 16, 32 or 64 bits to 32 bits, and stores them
// `output_step` numbers apart.
void zig_float_row(
    const void *_Nonnull row, int step, float *_Nonnull output, int output_step, int count, int bits);
