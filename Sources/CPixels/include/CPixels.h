// Loops over pixels that use processor instructions.
#pragma once
#include <stddef.h>
#include <stdint.h>

// Whether this processor has the instructions that zig_halve_rgb() requires.
int zig_halve_rgb_is_available(void);

// Two input rows of pixels and the output row.
typedef struct {
    const uint8_t *_Nonnull upper;
    const uint8_t *_Nonnull lower;
    uint8_t *_Nonnull output;
} zig_halving_rows;

// Halves two rows of RGB pixels into one row: (a + b + c + d + 2) >> 2 of each 2 × 2 block. `pairs` is the
// number of blocks. Reads up to 32 bytes after the input rows and writes up to 32 bytes after the output row.
// Prefetches the rows of the next call, which may equal `rows`.
void zig_halve_rgb(zig_halving_rows rows, zig_halving_rows next, int pairs);

// Applies PNG's Paeth filter, type 4 (PNG specification, second edition, section 9.4). Subtracts a neighbour
// from each byte: the left, upper or upper left neighbour, whichever is nearest to left + upper − upper left.
// The left neighbours of the first bytes_per_pixel bytes count as 0.
void zig_png_paeth(
    const uint8_t *_Nonnull row, const uint8_t *_Nonnull above, uint8_t *_Nonnull output, int length,
    int bytes_per_pixel);

// Subtracts from each sample the sample of the pixel to its left, `distance` samples before (TIFF 6.0,
// section 14). `length` is the number of samples. The first `distance` samples are copied.
void zig_subtract_left(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int length, int distance);

// As zig_subtract_left(), for 16-bit samples in the machine's byte order. The rows may have any alignment.
void zig_subtract_left_wide(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int length, int distance);

// Undoes the PNG filter (section 9.2) of one row: 0 none, 1 sub, 2 up, 3 average, 4 Paeth. Reads up to 8
// bytes after the ends of `filtered` and `above`. Returns 0, or -1 for an unknown filter.
int zig_png_unfilter(
    int filter, const uint8_t *_Nonnull filtered, const uint8_t *_Nonnull above, uint8_t *_Nonnull output,
    int length, int bytes_per_pixel);

// Replaces each sample of 1, 2, 4 or 8 bits with the first `bands` bytes of its entry in `colours`. Each
// entry has four bytes.
void zig_png_expand(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int width, int bits, const uint8_t *_Nonnull colours,
    int bands);

// Swaps the bytes of `count` 16-bit samples.
void zig_swap_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count);

// Copies columns of a strip to rows: `count` columns, beginning with `first`, at intervals of `step`. The
// rows of the strip are `stride` bytes apart. Mirrored rows begin at the bottom of the columns. Pixels have 1
// to 4, 6 or 8 bytes.
void zig_columns_to_rows(
    const uint8_t *_Nonnull strip, ptrdiff_t stride, int height, int bytes_per_pixel, int first, int step, int is_mirrored,
    uint8_t *_Nonnull const *_Nonnull rows, int count);

// Whether each of `length` bytes differs by at most `tolerance` from the byte of `pattern`. Stops at the
// first larger difference.
int zig_row_is_plain(const uint8_t *_Nonnull row, const uint8_t *_Nonnull pattern, int length, int tolerance);

// As zig_row_is_plain(), for `length` 16-bit samples in the machine's byte order; `tolerance` is 0 to 255.
int zig_row_is_plain_wide(
    const uint8_t *_Nonnull row, const uint8_t *_Nonnull pattern, int length, int tolerance);

// Whether the last byte of each of `count` pixels is at most `tolerance`.
int zig_row_is_clear(const uint8_t *_Nonnull row, int count, int bytes_per_pixel, int tolerance);

// The way in which pixels are turned: first mirrored along the axes of the source, then with rows as columns.
typedef struct {
    int swaps_axes, mirrors_x, mirrors_y;
} zig_turns;

// Turns width × height pixels of 1 to 4, 6 or 8 bytes. The rows of the result are `stride` bytes apart. One
// byte after each row is read and ignored.
void zig_turn(
    const uint8_t *_Nonnull const *_Nonnull rows, int width, int height, int bytes_per_pixel, zig_turns turns,
    uint8_t *_Nonnull output, ptrdiff_t stride);

// Copies a row of pixels from right to left.
void zig_mirror_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int width,
    int bytes_per_pixel);

// Linear light is counted in steps, ZIG_MOST_LIGHT for white. A step has 2^ZIG_LIGHT_BITS fractions. Sums of
// light are from −ZIG_LIGHT_OFFSET to ZIG_LIGHT_OFFSET − 1 steps.
enum { ZIG_MOST_LIGHT = 16383, ZIG_LIGHT_OFFSET = 1 << 17, ZIG_LIGHT_BITS = 14 };

// The sRGB curve in nearly straight pieces: 128 pieces of 8 steps of light for light below 1,024, and 128
// pieces of 128 steps. The sample of light is samples[piece] + ((fractions[piece] * 16 + slopes[piece] * way)
// >> 12). `way` is the distance from the start of the piece, in steps; in short pieces, in eighths of a step.
typedef struct {
    uint8_t samples[256], fractions[256], slopes[256];
} zig_curve_pieces;

// The factors of a conversion from RGB to sRGB by curves, a matrix and curves, for vector instructions.
typedef struct {
    // For each of red, green and blue: the lower and the upper bytes of the linear light of each sample
    // value, −32,767 to 32,767; `NULL` for 16-bit samples.
    const uint8_t *_Nullable low_light[3], *_Nullable high_light[3];
    // The linear red, green and blue that one unit of red, green or blue light adds, in fractions of a step.
    int16_t columns[3][3];
    // The sum that each pixel starts with: the light of black, and half a step.
    int32_t starts[3];
    const zig_curve_pieces *_Nonnull pieces;
} zig_matrix_factors;

// The tables of a conversion from RGB to sRGB by curves, a matrix and curves.
typedef struct {
    // For each of red, green and blue, entries for each sample value. An entry of `pairs` has the added
    // linear red in its lower half and the added linear green in its upper half. An entry of `lasts` has the
    // added linear blue. The entries of red include `starts` and the offset.
    const uint64_t *_Nonnull pairs[3];
    const uint32_t *_Nonnull lasts[3];
    // The 8-bit sRGB sample of each sum.
    const uint8_t *_Nonnull encoded;
    zig_matrix_factors factors;
} zig_matrix_tables;

// Converts `count` pixels of 3 bands, or of 4 bands with alpha, to 8-bit samples. For 16-bit samples, the
// tables are indexed by the upper 13 bits. The result is equal on all processors, and may overwrite the row.
void zig_matrix_row(
    const zig_matrix_tables *_Nonnull tables, const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count,
    int bands, int sample_bytes);

// As zig_matrix_row(), without vector instructions.
void zig_matrix_row_in_tables(
    const zig_matrix_tables *_Nonnull tables, const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count,
    int bands, int sample_bytes);

// Whether zig_matrix_row() uses vector instructions for 8-bit RGB, which require AVX-512 for bytes.
int zig_has_matrix_vectors(void);

// The tables of a matrix conversion to 16-bit samples.
typedef struct {
    // For each of red, green and blue, the linear light of each sample value.
    const float *_Nonnull curves[3];
    // The linear sRGB light of red, green and blue at full strength.
    float columns[3][3];
    // The 16-bit sRGB sample of each value of linear light from 0 to 16,384, and one more entry.
    const float *_Nonnull encoded;
} zig_wide_matrix_tables;

// Converts `count` pixels of 3 bands, or of 4 bands with alpha, to 16-bit samples.
void zig_wide_matrix_row(
    const zig_wide_matrix_tables *_Nonnull tables, const uint8_t *_Nonnull row, uint16_t *_Nonnull output, int count,
    int bands, int sample_bytes);

// A grid of colours that converts CMYK to sRGB.
typedef struct {
    // Red, green, blue and 0 of each node, times 128, in 16 bits each.
    const uint64_t *_Nonnull nodes;
    // For each ink, the node below each of the 256 values, counted along the axis of the ink.
    const uint32_t *_Nonnull starts;
    // For each ink and value, the upper 16 bits have the fraction of the way to the next node, up to 2¹⁵ − 1.
    // The lower 16 bits have the distance of neighbours along the axis of the ink.
    const uint32_t *_Nonnull keys;
} zig_cmyk_tables;

// Converts `count` pixels to RGB. Interpolates between nodes in simplices, along the axes in the order of the
// fractions. The result may overwrite the row.
void zig_cmyk_row(
    const zig_cmyk_tables *_Nonnull tables, const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count);

// Reduces `count` 16-bit samples, in the machine's byte order, to their upper 8 bits.
void zig_narrow_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count);

// Rounds `count` pixels of 16-bit grey to 8 bits. With 2 bands, the second band is alpha, which is cut to its
// upper bits.
void zig_narrow_grey_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int bands);

// Scales `count` samples from 8 to 16 bits: 255 becomes 65,535.
void zig_widen_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count);

// Blends `count` pixels of 2 or 4 bands with a background by alpha, the last band, and removes that band.
// Rounds down.
void zig_flatten_row(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int bands,
    const uint8_t *_Nonnull background);

// As zig_flatten_row(), for 16-bit samples in the machine's byte order. The background has 8 bits.
void zig_flatten_wide_row(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int bands,
    const uint8_t *_Nonnull background);

// Joins `count` samples of each of `bands` planes to pixels. The planes are `distance` bytes apart.
void zig_interleave_row(
    const uint8_t *_Nonnull planes, ptrdiff_t distance, uint8_t *_Nonnull output, int count, int bands,
    int sample_bytes);

// Copies two parts of each of `count` pixels: the first `kept_bytes` bytes, and `alpha_bytes` bytes at
// `alpha_offset`, which lies after them. The result may overwrite the row.
void zig_pick_samples(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int pixel_bytes, int kept_bytes,
    int alpha_offset, int alpha_bytes);

// Appends an alpha of `sample_bytes` bytes to each of `count` pixels: opaque where the byte of `mask` is not
// 0.
void zig_join_mask(
    const uint8_t *_Nonnull row, const uint8_t *_Nonnull mask, uint8_t *_Nonnull output, int count, int pixel_bytes,
    int sample_bytes);

// Inverts all bits of the first `colour_bytes` bytes of each of `count` pixels, and copies the other bytes.
// The result may overwrite the row.
void zig_invert_colours(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int pixel_bytes, int colour_bytes);

// Replaces the first byte of each of `count` pixels with the first `bands` bytes of its entry in `colours`.
// Each entry has four bytes. A second byte is alpha, which is kept.
void zig_apply_palette(
    uint8_t *_Nonnull pixels, int count, const uint8_t *_Nonnull colours, int bands, int has_alpha);

// Copies `count` pixels of 1 to 4, 6 or 8 bytes to positions that are `distance` bytes apart.
void zig_scatter_row(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int bytes_per_pixel, ptrdiff_t distance);

// Divides the colours of `count` pixels of 2 or 4 bands by alpha, the last band, and rounds. Fully
// transparent colours become black.
void zig_unpremultiply_row(
    const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int count, int bands, int sample_bytes);

// Scales `count` packed samples of 9 to 15 bits, the highest bit first, to 16 bits. Begins with sample
// `first` of the row.
void zig_unpack_row(const uint8_t *_Nonnull row, uint16_t *_Nonnull output, int first, int count, int bits);
// As zig_unpack_row(), for samples of 1 to 7 bits, which are scaled to 8 bits.
void zig_unpack_narrow_row(const uint8_t *_Nonnull row, uint8_t *_Nonnull output, int first, int count, int bits);

// The kinds of numbers in an image whose samples do not state which values are black and white.
typedef enum { ZIG_HALF, ZIG_SINGLE, ZIG_DOUBLE, ZIG_INT16, ZIG_INT32, ZIG_UINT32 } zig_number;

// Converts every `step`-th number to single precision, and stores the results `output_step` numbers apart.
void zig_number_row(
    const void *_Nonnull row, int step, float *_Nonnull output, int output_step, int count, zig_number kind);

// Undoes the floating-point predictor of a row (Adobe Photoshop TIFF Technical Note 3). The row has `count` numbers
// of 2, 4 or 8 bytes, and a number is predicted by the number `distance` numbers before. `scratch` has room for the
// row. The result has the lowest byte of each number first.
void zig_undo_float_predictor(
    uint8_t *_Nonnull row, uint8_t *_Nonnull scratch, int count, int distance, int bytes);

// Computes factor × number + offset of `count` numbers, in single precision, and cuts off the fractions.
// Results are clipped to 0 to 255; NaN becomes 0.
void zig_stretch_row(
    const float *_Nonnull row, uint8_t *_Nonnull output, int count, float factor, float offset);

// As zig_stretch_row(), for results from 0 to 65,535.
void zig_stretch_to_wide(
    const float *_Nonnull row, uint16_t *_Nonnull output, int count, float factor, float offset);

// As zig_stretch_row(), for 16-bit samples in the machine's byte order.
void zig_stretch_wide_row(
    const uint16_t *_Nonnull row, uint8_t *_Nonnull output, int count, float factor, float offset);

// As zig_stretch_wide_row(), for results from 0 to 65,535.
void zig_stretch_wide(
    const uint16_t *_Nonnull row, uint16_t *_Nonnull output, int count, float factor, float offset);

// Encodes the linear light factor × number + offset of `count` pixels of three bands as sRGB with samples of
// one or two bytes. `encoded` has the sRGB samples of light at 256 or 65,536 equal steps from 0 to 1, and the
// last sample again. Light between two steps is interpolated.
void zig_light_row(
    const float *_Nonnull row, uint8_t *_Nonnull output, int count, float factor, float offset,
    const float *_Nonnull encoded, int sample_bytes);

// Counts the finite numbers that differ from `missing`, which may be NaN, and finds the least and the largest
// of them. Without such a number, `least` and `most` are unchanged.
int zig_scan_numbers(
    const float *_Nonnull row, int count, float missing, float *_Nonnull least, float *_Nonnull most);

// As zig_scan_numbers(), for 16-bit samples in the machine's byte order.
int zig_scan_wide_numbers(
    const uint16_t *_Nonnull row, int count, float missing, float *_Nonnull least, float *_Nonnull most);

// Picks every `step`-th of the `valid` numbers that zig_scan_numbers() counts in a row. `skipped` is how many
// of these numbers precede the next picked number; the call updates it for the next row. Returns how many
// numbers it writes to `output`, at most count ÷ step + 1.
int zig_pick_numbers(
    const float *_Nonnull row, int count, int valid, float missing, ptrdiff_t step, ptrdiff_t *_Nonnull skipped,
    float *_Nonnull output);

// As zig_pick_numbers(), for 16-bit samples in the machine's byte order.
int zig_pick_wide_numbers(
    const uint16_t *_Nonnull row, int count, int valid, float missing, ptrdiff_t step, ptrdiff_t *_Nonnull skipped,
    float *_Nonnull output);

// Sorts finite numbers, the least first. `scratch` has room for as many numbers.
void zig_sort_numbers(float *_Nonnull numbers, float *_Nonnull scratch, int count);

// The largest of `count` 16-bit samples that differ from `missing`; -1 if no value is missing. 0 without such a
// sample.
int zig_largest_wide(const uint16_t *_Nonnull row, int count, int missing);
