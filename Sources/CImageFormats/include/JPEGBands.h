// Decodes horizontal bands of one baseline JPEG on several threads. Each pixel equals the pixel of a decoder
// that reads the whole file. Documentation/decisions/jpeg-bands.md explains and proves it.
//
// Two steps make a band independent of the rows above it:
// 1. The index records where each MCU row begins: the bit in the file and the DC predictors. One thread at a
//    time extends the index; it decodes the lengths of the codes, but no coefficients. If the file has restart
//    markers, the index is the positions of the markers.
// 2. A band decoder passes libjpeg a complete small JPEG: the header with the height of the band, and the
//    blocks of the band, shifted to a whole byte. The first MCU is coded relative to predictors of zero.
// Where chroma is interpolated vertically, the decoder also reads the MCU rows of the adjacent rows.
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The index of a file. All threads share it.
typedef struct zig_jpeg_bands zig_jpeg_bands;

// Opens a JPEG file by its descriptor, and reads the header. Returns NULL if memory is short, or if bands of the
// file cannot be decoded separately: the file is not a baseline or extended sequential Huffman JPEG with 8 bits
// per sample, its first scan does not contain all components, or its header is unusual. The caller keeps the
// descriptor open as long as the index is in use.
zig_jpeg_bands *_Nullable zig_jpeg_bands_open(int descriptor);
void zig_jpeg_bands_close(zig_jpeg_bands *_Nonnull bands);

int zig_jpeg_bands_width(const zig_jpeg_bands *_Nonnull bands);
int zig_jpeg_bands_height(const zig_jpeg_bands *_Nonnull bands);
// Samples per pixel in rows: 1 (grey), 3 (RGB) or 4 (CMYK as stored).
int zig_jpeg_bands_samples(const zig_jpeg_bands *_Nonnull bands);
// A band may have any rows. Its decoder reads the fewest additional rows if the band begins and ends at a
// multiple of the row step, minus the row offset, or at an edge of the image. The row step is at least the height
// of an MCU row; with restart markers, it is the distance between markers that precede an MCU row.
int zig_jpeg_bands_row_step(const zig_jpeg_bands *_Nonnull bands);
// 1 where chroma is interpolated vertically, otherwise 0. The first row of an MCU row needs the chroma of the MCU
// row above, and the last row needs the MCU row below. If a band begins with the last row of an MCU row and ends
// before the last row of another, its decoder reads only one additional MCU row, not two.
int zig_jpeg_bands_row_offset(const zig_jpeg_bands *_Nonnull bands);
// The number of rows that the decoder of such a band reads in addition: an MCU row, or 0.
int zig_jpeg_bands_extra_rows(const zig_jpeg_bands *_Nonnull bands);

// Extends the index until all rows above `row` can be decoded, or damage is found. One thread at a time may
// call this function, while other threads decode bands. Returns the number of rows that can be decoded; less
// than `row` if the file is damaged, truncated or unusual there, or memory is short. The serial decoder has to
// read the other rows.
int zig_jpeg_bands_extend(zig_jpeg_bands *_Nonnull bands, int row);
// Divides the scan of a file without restart markers among threads, before the index is extended. `count` is the number
// of pieces in memory, `length` the bytes of a piece, and `distance` the bytes between two recorded blocks of a piece.
// Returns false if the file has restart markers, or memory is short; one thread at a time then scans the file.
bool zig_jpeg_bands_divide(zig_jpeg_bands *_Nonnull bands, int count, int length, int distance);
// Scans the next piece of the file. Any thread may call this function, while another thread extends the index. Returns 0
// if all pieces in memory are scanned, or the scan is not divided; 1 after a piece.
int zig_jpeg_bands_scan_piece(zig_jpeg_bands *_Nonnull bands);
// The number of times that the index continued at a record of a piece. Tests find out whether pieces are in use.
long zig_jpeg_bands_jump_count(const zig_jpeg_bands *_Nonnull bands);
// Whether two indexes of a file are equal. Tests compare a divided scan with the scan of one thread.
bool zig_jpeg_bands_is_equal(const zig_jpeg_bands *_Nonnull one, const zig_jpeg_bands *_Nonnull other);
// The number of rows that can be decoded. Any thread may call this function.
int zig_jpeg_bands_ready_rows(const zig_jpeg_bands *_Nonnull bands);

// Decodes bands on one thread. Each thread creates its own decoder.
typedef struct zig_jpeg_band_decoder zig_jpeg_band_decoder;

// Creates a decoder, which has to be destroyed before the index is closed. Returns NULL if memory is short.
zig_jpeg_band_decoder *_Nullable zig_jpeg_band_decoder_create(const zig_jpeg_bands *_Nonnull bands);
void zig_jpeg_band_decoder_destroy(zig_jpeg_band_decoder *_Nonnull decoder);

// Three functions decode a band: start, read all its rows in order, and finish. Each returns 0, or -1 if the band
// is damaged, or memory is short. After -1, the serial decoder has to read the rows of the band, also those that
// were already read; it reports the cause.
//
// Starts a band of `count` rows from the row `first`. All these rows must be ready.
int zig_jpeg_band_decoder_start(zig_jpeg_band_decoder *_Nonnull decoder, int first, int count);
// Decodes the next rows of the band to the addresses in `rows`.
int zig_jpeg_band_decoder_read(
    zig_jpeg_band_decoder *_Nonnull decoder, uint8_t *_Nonnull const *_Nonnull rows, int count);
// Ends the band. After the last band of the image, reads the file once more if bytes are left over after its last
// block, because these bytes may be blocks.
int zig_jpeg_band_decoder_finish(zig_jpeg_band_decoder *_Nonnull decoder);
