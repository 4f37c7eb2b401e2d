// A part of a file in memory. The file is read in pieces, not mapped: if another program truncates a mapped file,
// access to its pages ends the process. A truncated file that is read in pieces only ends early.
#pragma once
#include <stdint.h>
#include <sys/types.h>

// The number of bytes before the next byte that stay in memory. A reader of bits goes back at most eight bytes,
// and a byte can have a stuffed byte.
#define WINDOW_KEPT 32
// The largest number of bytes in memory, besides the kept bytes.
#define WINDOW_SIZE 65536
// The number of bytes that are read after a seek.
#define WINDOW_PART 4096

struct zig_jpeg_band_window {
    int descriptor;
    // The end of the bytes in the buffer, and its offset in the file.
    const uint8_t *end;
    off_t offset;
    uint8_t buffer[WINDOW_KEPT + WINDOW_SIZE];
};

// Begins to read at an offset. Returns the address of the next byte, which is the end of the window at the end of
// the file.
const uint8_t *zig_jpeg_band_window_open(struct zig_jpeg_band_window *window, off_t offset);

// Reads further bytes, and moves the bytes from `next` to the start of the buffer. Returns the new address of
// `next`. The end of the window does not move away from `next` at the end of the file, or after an error.
const uint8_t *zig_jpeg_band_window_refill(struct zig_jpeg_band_window *window, const uint8_t *next);

// Moves to an offset, to read a few bytes. Returns the address of the next byte.
const uint8_t *zig_jpeg_band_window_seek(struct zig_jpeg_band_window *window, off_t offset);

// Returns the offset of a byte in the file.
static inline off_t zig_jpeg_band_window_offset(const struct zig_jpeg_band_window *window, const uint8_t *place)
{
    return window->offset - (window->end - place);
}

// Takes a byte. Returns -1 at the end of the file.
static inline int zig_jpeg_band_window_take(struct zig_jpeg_band_window *window, const uint8_t **next)
{
    if (*next >= window->end) *next = zig_jpeg_band_window_refill(window, window->end);
    return *next == window->end ? -1 : *(*next)++;
}
