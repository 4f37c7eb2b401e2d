// Tiles cut out of a JPEG without decoding it: its coefficients are read once, and written again for each tile,
// quantised as they are.
#pragma once
#include <stddef.h>
#include <stdint.h>

typedef struct zig_jpeg_coefficients zig_jpeg_coefficients;

// What the header says. Lengths are in pixels.
typedef struct {
    int width, height;
    // 1 (grey) or 3; 0 for a colour space whose tiles no browser would show right (CMYK, YCCK and the unknown).
    int components;
    // Where tiles can begin: at multiples of the blocks of the component that has the fewest.
    int unit_width, unit_height;
    int is_progressive;
    // What zig_jpeg_coefficients_read() takes.
    size_t coefficient_bytes;
} zig_jpeg_frame;

// Reads the header of the JPEG at the descriptor's position. NULL on failure, with a sentence in message
// (ZIG_JPEG_MESSAGE_SIZE bytes). The descriptor stays the caller's, and open until all is read.
zig_jpeg_coefficients *_Nullable zig_jpeg_coefficients_open(int descriptor, char *_Nonnull message);
void zig_jpeg_coefficients_close(zig_jpeg_coefficients *_Nonnull coefficients);
zig_jpeg_frame zig_jpeg_coefficients_frame(const zig_jpeg_coefficients *_Nonnull coefficients);

// Reads all coefficients, once. 0; -1 with the sentence in zig_jpeg_coefficients_message; -2 where is_wanted, which
// is asked now and then, has answered 0.
int zig_jpeg_coefficients_read(
    zig_jpeg_coefficients *_Nonnull coefficients, int (*_Nonnull is_wanted)(void *_Nullable context),
    void *_Nullable context);
// Whether coefficients are missing because the file ends early.
int zig_jpeg_coefficients_are_truncated(const zig_jpeg_coefficients *_Nonnull coefficients);
const char *_Nonnull zig_jpeg_coefficients_message(const zig_jpeg_coefficients *_Nonnull coefficients);

// How the picture of the tiles lies in that of the file: mirrored along the file's axes first, then with its rows
// as columns.
typedef struct {
    int swaps_axes, mirrors_x, mirrors_y;
} zig_jpeg_turn;

// A part of the picture as the file has it. It begins at a multiple of the unit, or where the axis is mirrored ends
// at one.
typedef struct {
    int x, y, width, height;
} zig_jpeg_region;

// Writes tiles. One cutter serves one thread; the coefficients, which must have been read, serve all.
typedef struct zig_jpeg_cutter zig_jpeg_cutter;

// profile: an ICC profile that every tile carries; 0 bytes for none. NULL on failure, with a sentence in message
// (ZIG_JPEG_MESSAGE_SIZE bytes).
zig_jpeg_cutter *_Nullable zig_jpeg_cutter_create(
    const zig_jpeg_coefficients *_Nonnull source, zig_jpeg_turn turn, int is_progressive,
    const uint8_t *_Nonnull profile, size_t profile_length, char *_Nonnull message);
void zig_jpeg_cutter_destroy(zig_jpeg_cutter *_Nonnull cutter);

// The bytes belong to the cutter and last until its next call; NULL on failure, with the sentence in
// zig_jpeg_cutter_message.
const uint8_t *_Nullable zig_jpeg_cutter_cut(
    zig_jpeg_cutter *_Nonnull cutter, const zig_jpeg_coefficients *_Nonnull source, zig_jpeg_region region,
    size_t *_Nonnull length);
const char *_Nonnull zig_jpeg_cutter_message(const zig_jpeg_cutter *_Nonnull cutter);
