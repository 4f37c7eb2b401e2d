// Tiles cut out of a JPEG without decoding it: its quantised coefficients are read once, and written for each tile.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct zig_jpeg_coefficients zig_jpeg_coefficients;

// The header. Lengths are in pixels.
typedef struct {
    int width, height;
    // 1 (grey) or 3; 0 for colour spaces that browsers do not show (CMYK, YCCK, unknown).
    int components;
    // Tiles can begin at multiples of the blocks of the component with the fewest blocks.
    int unit_width, unit_height;
    int is_progressive;
    // The memory that zig_jpeg_coefficients_read() allocates.
    size_t coefficient_bytes;
} zig_jpeg_frame;

// Reads the header of the JPEG at the descriptor's position. NULL on failure, with the cause in message
// (ZIG_JPEG_MESSAGE_SIZE bytes). The caller keeps the descriptor open until all is read.
zig_jpeg_coefficients *_Nullable zig_jpeg_coefficients_open(int descriptor, char *_Nonnull message);
void zig_jpeg_coefficients_close(zig_jpeg_coefficients *_Nonnull coefficients);
zig_jpeg_frame zig_jpeg_coefficients_frame(const zig_jpeg_coefficients *_Nonnull coefficients);

// Reads all coefficients, once. Returns 0, -1 with the cause in zig_jpeg_coefficients_message, or
// ZIG_JPEG_CANCELLED if is_wanted, which is asked now and then, returns 0.
int zig_jpeg_coefficients_read(
    zig_jpeg_coefficients *_Nonnull coefficients, int (*_Nonnull is_wanted)(void *_Nullable context),
    void *_Nullable context);
// Whether coefficients are missing because the file ends early.
int zig_jpeg_coefficients_are_truncated(const zig_jpeg_coefficients *_Nonnull coefficients);
const char *_Nonnull zig_jpeg_coefficients_message(const zig_jpeg_coefficients *_Nonnull coefficients);

// How tiles are turned: mirrored along the file's axes first, then with rows as columns.
typedef struct {
    int swaps_axes, mirrors_x, mirrors_y;
} zig_jpeg_turn;

// A part of the stored image. It begins at a multiple of the unit, or on a mirrored axis ends at one.
typedef struct {
    int x, y, width, height;
} zig_jpeg_region;

// Writes tiles. A cutter belongs to one thread; all threads can share the coefficients once they are read.
typedef struct zig_jpeg_cutter zig_jpeg_cutter;

// profile: an ICC profile for every tile; 0 bytes for none. NULL on failure, with the cause in message
// (ZIG_JPEG_MESSAGE_SIZE bytes).
zig_jpeg_cutter *_Nullable zig_jpeg_cutter_create(
    const zig_jpeg_coefficients *_Nonnull source, zig_jpeg_turn turn, int is_progressive,
    const uint8_t *_Nonnull profile, size_t profile_length, char *_Nonnull message);
void zig_jpeg_cutter_destroy(zig_jpeg_cutter *_Nonnull cutter);

// The cutter owns the bytes, which last until its next call; NULL on failure, with the cause in
// zig_jpeg_cutter_message.
const uint8_t *_Nullable zig_jpeg_cutter_cut(
    zig_jpeg_cutter *_Nonnull cutter, const zig_jpeg_coefficients *_Nonnull source, zig_jpeg_region region,
    size_t *_Nonnull length);
const char *_Nonnull zig_jpeg_cutter_message(const zig_jpeg_cutter *_Nonnull cutter);
