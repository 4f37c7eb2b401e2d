// The input of a band decoder: a complete JPEG of the band.
#pragma once
#include <stdio.h>

#include <jpeglib.h>

#include "JPEGBandIndex.h"

// The size of the buffer for shifted data. A band needs no other memory for its data, besides the window.
#define BAND_BUFFER_SIZE 65536

// Without restart markers, the data is copied from the window to a buffer: the first MCU is coded again, and the
// other bits are shifted. With restart markers, libjpeg reads the bytes in the window.
struct zig_jpeg_band_stream {
    struct jpeg_source_mgr manager;
    const struct zig_jpeg_bands *bands;
    // The header of the band.
    uint8_t *header;
    struct zig_jpeg_band_window window;
    // The next byte of the file, in the window.
    const uint8_t *next;
    // The end of the shifted bytes in the window, and its offset in the file.
    const uint8_t *end;
    off_t end_offset;
    // The number of the first restart marker in the file. The decoder expects 0.
    int first_marker;
    // The bits that do not fill a byte yet, from the top, and their number.
    uint64_t pending;
    int pending_count;
    // The end of the bytes in the buffer.
    uint8_t *target;
    // Whether libjpeg reads the bytes in the window.
    bool is_direct;
    uint8_t buffer[BAND_BUFFER_SIZE];
};

// Returns false if memory is short.
bool zig_jpeg_band_stream_create(struct zig_jpeg_band_stream *stream, const struct zig_jpeg_bands *bands);
void zig_jpeg_band_stream_destroy(struct zig_jpeg_band_stream *stream);

// Starts the JPEG of a number of pixel rows. Its data are the MCU rows from `first` to `end`, or more.
// Returns false if the file has changed since it was scanned.
bool zig_jpeg_band_stream_start(
    struct zig_jpeg_band_stream *stream, j_decompress_ptr decoder, int first, int end, int height);

// Starts shifted data: codes the first MCU, and copies the other bits of its last byte. Returns false if the file
// has changed since it was scanned.
bool zig_jpeg_band_shift_start(struct zig_jpeg_band_stream *stream, const struct zig_jpeg_row_start *start);
// Fills the buffer with shifted bytes. After the last byte of the band, pads the last bits with ones.
void zig_jpeg_band_shift_fill(struct zig_jpeg_band_stream *stream);

// Counts the data bytes between the last block and the next marker that is not a restart marker. The stream has
// to be direct. Stops at ZIG_JPEG_BANDS_MOST_SURPLUS.
int zig_jpeg_band_stream_count_surplus(struct zig_jpeg_band_stream *stream);
