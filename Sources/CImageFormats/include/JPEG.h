// libjpeg-turbo: a reader that returns rows in order, an encoder that is reused for every tile, and a cutter
// that makes tiles without decoding. libjpeg reports errors by longjmp, which must not cross a Swift frame:
// every setjmp and longjmp stays inside this module. JPEGBands.h has the decoder that several threads share.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define ZIG_JPEG_MESSAGE_SIZE 256
// The status of a cancelled function.
#define ZIG_JPEG_CANCELLED (-2)

// The maximum number of scans that are decoded. Each scan costs a pass over all coefficients, even if it has
// few bytes. Programs write at most a hundred scans.
#define ZIG_JPEG_MOST_SCANS 200
// Whether a file has more scans than ZIG_JPEG_MOST_SCANS, according to its markers. The file is not decoded.
int zig_jpeg_has_many_scans(int descriptor);

typedef struct zig_jpeg_reader zig_jpeg_reader;

// Opens a JPEG file by its descriptor, and reads the header. Returns NULL on failure, with the cause in
// message (ZIG_JPEG_MESSAGE_SIZE bytes). The caller keeps the descriptor open as long as the reader is in
// use.
zig_jpeg_reader *_Nullable zig_jpeg_reader_open(int descriptor, char *_Nonnull message);
void zig_jpeg_reader_close(zig_jpeg_reader *_Nonnull reader);

int zig_jpeg_reader_width(const zig_jpeg_reader *_Nonnull reader);
int zig_jpeg_reader_height(const zig_jpeg_reader *_Nonnull reader);
// Samples per pixel in rows: 1 (grey), 3 (RGB) or 4 (CMYK as stored); 0 for colour spaces that this reader
// does not support.
int zig_jpeg_reader_bands(const zig_jpeg_reader *_Nonnull reader);
// Whether the image has 8-bit samples and a supported colour space, and the header is undamaged.
int zig_jpeg_reader_is_plain(const zig_jpeg_reader *_Nonnull reader);
// Whether the image is stored in several scans, so that libjpeg holds its coefficients.
int zig_jpeg_reader_is_in_scans(const zig_jpeg_reader *_Nonnull reader);
// Whether the file has APP1 (Exif, XMP), APP2 or APP13 (IPTC) segments.
int zig_jpeg_reader_has_metadata(const zig_jpeg_reader *_Nonnull reader);

// Starts the decoder, which reads a progressive file to its end. A large progressive file is read on one
// thread per component. Reading rows also starts the decoder. Returns 0, or -1 with the cause in
// zig_jpeg_reader_message. is_wanted is called from time to time; if it returns 0, returns
// ZIG_JPEG_CANCELLED.
int zig_jpeg_reader_start(
    zig_jpeg_reader *_Nonnull reader, int (*_Nullable is_wanted)(void *_Nullable context), void *_Nullable context);
// The number of threads that have read the scans, besides the caller's thread.
int zig_jpeg_reader_thread_count(const zig_jpeg_reader *_Nonnull reader);
// Decodes the next count rows to the addresses in rows. Returns 0, or -1 with the cause in
// zig_jpeg_reader_message. The caller must not request more rows than the image has.
int zig_jpeg_reader_read(zig_jpeg_reader *_Nonnull reader, uint8_t *_Nonnull const *_Nonnull rows, int count);
// Skips the next rows. Returns 0, or -1 with the cause in zig_jpeg_reader_message.
int zig_jpeg_reader_skip(zig_jpeg_reader *_Nonnull reader, int count);

// The number of rows between the rows at which reading can begin, because a restart marker precedes their MCU
// row. 0 if a file can only be read from the top.
int zig_jpeg_reader_restart_step(const zig_jpeg_reader *_Nonnull reader);
// Makes a reader that is not started begin at a restart marker. The marker is at least one MCU row above
// `row`, so that `row` is decoded as from the top. The caller skips the rows between. Returns the first row,
// or 0 if the reader begins at the top, as for a file with unexpected markers. Returns -1 on failure, with
// the cause in zig_jpeg_reader_message. is_wanted is called from time to time; if it returns 0, returns
// ZIG_JPEG_CANCELLED.
int zig_jpeg_reader_restart(
    zig_jpeg_reader *_Nonnull reader, int row, int (*_Nonnull is_wanted)(void *_Nullable context),
    void *_Nullable context);

// Whether rows were filled, or coefficients are missing, because the file ends early.
int zig_jpeg_reader_is_truncated(const zig_jpeg_reader *_Nonnull reader);
// Whether the last function failed because the image has more than ZIG_JPEG_MOST_SCANS.
int zig_jpeg_reader_has_many_scans(const zig_jpeg_reader *_Nonnull reader);
// Whether the decoder has found damage: pixels of the rows that were read are missing or invented, or the
// file lacks scans.
int zig_jpeg_reader_is_damaged(const zig_jpeg_reader *_Nonnull reader);
// The approximate row of the first damage; -1 if it is unknown.
int zig_jpeg_reader_lost_row(const zig_jpeg_reader *_Nonnull reader);
// Searches for blocks after the last row, which mean that earlier blocks were decoded incorrectly. Call this
// function once, after all rows are read without skipping rows.
void zig_jpeg_reader_finish(zig_jpeg_reader *_Nonnull reader);
const char *_Nonnull zig_jpeg_reader_message(const zig_jpeg_reader *_Nonnull reader);

typedef struct zig_jpeg_encoder zig_jpeg_encoder;

// Creates an encoder. profile: an ICC profile for every file; 0 bytes for no profile. Returns NULL if memory
// is short.
zig_jpeg_encoder *_Nullable zig_jpeg_encoder_create(
    int bands, int quality, int half_colour, int is_progressive, const uint8_t *_Nonnull profile,
    size_t profile_length);
void zig_jpeg_encoder_destroy(zig_jpeg_encoder *_Nonnull encoder);

// Encodes width × height pixels from row pointers. The encoder owns the returned bytes, which are valid until
// its next call. Returns NULL on failure, with the cause in zig_jpeg_encoder_message.
const uint8_t *_Nullable zig_jpeg_encoder_encode(
    zig_jpeg_encoder *_Nonnull encoder, const uint8_t *_Nonnull const *_Nonnull rows, int width, int height,
    size_t *_Nonnull length);
// Three functions that encode an image piece by piece: start, write all rows in order, and finish. Except for
// the last call, each write has a multiple of 16 rows. The returned bytes are valid until the next start. For
// a progressive JPEG, libjpeg holds all coefficients. Returns -1 or NULL on failure.
int zig_jpeg_encoder_start(zig_jpeg_encoder *_Nonnull encoder, int width, int height);
int zig_jpeg_encoder_write(
    zig_jpeg_encoder *_Nonnull encoder, const uint8_t *_Nonnull const *_Nonnull rows, int count);
const uint8_t *_Nullable zig_jpeg_encoder_finish(zig_jpeg_encoder *_Nonnull encoder, size_t *_Nonnull length);
const char *_Nonnull zig_jpeg_encoder_message(const zig_jpeg_encoder *_Nonnull encoder);

// Checks a whole JPEG without converting it to pixels. Returns -1 with the cause in message
// (ZIG_JPEG_MESSAGE_SIZE bytes) if libjpeg reports an error, or a warning that means damage. Sets width and
// height as soon as the header is read.
int zig_jpeg_check(
    const uint8_t *_Nonnull bytes, size_t length, int *_Nonnull width, int *_Nonnull height,
    char *_Nonnull message);

// Computes the mean red, green and blue of a grey or YCbCr JPEG. Returns -1 if the data is invalid.
int zig_jpeg_mean(const uint8_t *_Nonnull bytes, size_t length, uint8_t *_Nonnull colour);

// A part of an image, in pixels.
typedef struct zig_jpeg_part {
    int x, y, width, height;
} zig_jpeg_part;

// Decodes a part of a JPEG as RGB into rows that are `stride` bytes apart. Returns 0, or -1 if the data is
// invalid or damaged, or the part is outside the image. Also returns -1 for a JPEG with an ICC profile, or
// with colours other than grey and YCbCr.
int zig_jpeg_decode_part(
    const uint8_t *_Nonnull bytes, size_t length, zig_jpeg_part part, uint8_t *_Nonnull target, size_t stride);

// The functions below cut tiles out of a JPEG without decoding: they write the quantised coefficients of each
// tile.
//
// The units in which an image can be cut.
typedef struct {
    // The size in pixels of a block of the component with the fewest blocks. Tiles can begin at its
    // multiples. 0 for colour spaces that browsers do not show (CMYK, YCCK, unknown).
    int unit_width, unit_height;
    // The size of the coefficients of unit_height rows, in bytes.
    size_t bytes_per_unit_row;
} zig_jpeg_frame;

// Computes the frame from the header. Returns 0, or -1 with the cause in zig_jpeg_reader_message.
int zig_jpeg_reader_measure(zig_jpeg_reader *_Nonnull reader, zig_jpeg_frame *_Nonnull frame);

// The number of MCU rows that are kept in addition. The first and the last kept row can lie within an MCU
// row. The decoder is one MCU row ahead of the rows that it returns.
#define ZIG_JPEG_FURTHER_MCU_ROWS 3

// Makes the reader keep the coefficients of at least the last row_count rows. Of an image in scans, the
// reader keeps all coefficients. Call this function before the reader is started.
void zig_jpeg_reader_keep(zig_jpeg_reader *_Nonnull reader, int row_count);

// Reads all coefficients instead of rows. Call this function once, after zig_jpeg_reader_measure(). Returns
// 0, or -1 with the cause in zig_jpeg_reader_message. is_wanted is called from time to time; if it returns 0,
// returns ZIG_JPEG_CANCELLED.
int zig_jpeg_reader_read_coefficients(
    zig_jpeg_reader *_Nonnull reader, int (*_Nonnull is_wanted)(void *_Nullable context), void *_Nullable context);

// The turn of tiles: first they are mirrored along the axes of the file, and then rows and columns are
// exchanged.
typedef struct {
    int swaps_axes, mirrors_x, mirrors_y;
} zig_jpeg_turn;

// A part of the stored image. On each axis, the part begins at a multiple of the unit; on a mirrored axis, it
// ends at a multiple of the unit.
typedef struct {
    int x, y, width, height;
} zig_jpeg_region;

// Writes tiles. A cutter belongs to one thread. All threads can share the coefficients of a reader.
typedef struct zig_jpeg_cutter zig_jpeg_cutter;

// Creates a cutter. profile: an ICC profile for every tile; 0 bytes for no profile. Returns NULL on failure,
// with the cause in message (ZIG_JPEG_MESSAGE_SIZE bytes).
zig_jpeg_cutter *_Nullable zig_jpeg_cutter_create(
    const zig_jpeg_reader *_Nonnull source, zig_jpeg_turn turn, int is_progressive,
    const uint8_t *_Nonnull profile, size_t profile_length, char *_Nonnull message);
void zig_jpeg_cutter_destroy(zig_jpeg_cutter *_Nonnull cutter);

// Cuts a region of the stored image. If the turned tile, `width` × `height`, is larger than the region, the
// edges are padded with the mean colours of the adjacent blocks. The cutter owns the returned bytes, which
// are valid until its next call. Returns NULL on failure, with the cause in zig_jpeg_cutter_message.
const uint8_t *_Nullable zig_jpeg_cutter_cut(
    zig_jpeg_cutter *_Nonnull cutter, const zig_jpeg_reader *_Nonnull source, zig_jpeg_region region, int width,
    int height, size_t *_Nonnull length);
const char *_Nonnull zig_jpeg_cutter_message(const zig_jpeg_cutter *_Nonnull cutter);
