// libjpeg-turbo: a reader that delivers rows in order, an encoder that is reused for every tile, and tiles without
// decoding. libjpeg reports errors by longjmp, which must not cross a Swift frame: every setjmp and
// longjmp stays inside this module.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define ZIG_JPEG_MESSAGE_SIZE 256
// The status of work that was cancelled.
#define ZIG_JPEG_CANCELLED (-2)

// The most scans of an image that are decoded: each one costs as much as all others. Programs write at most a hundred.
#define ZIG_JPEG_MOST_SCANS 200
// Whether a file has more scans, as far as its markers tell without decoding it.
int zig_jpeg_has_many_scans(int descriptor);

typedef struct zig_jpeg_reader zig_jpeg_reader;

// Reads the header of the JPEG file of the descriptor. NULL on failure, with the cause in message
// (ZIG_JPEG_MESSAGE_SIZE bytes). The caller keeps the descriptor open as long as the reader is in use.
zig_jpeg_reader *_Nullable zig_jpeg_reader_open(int descriptor, char *_Nonnull message);
void zig_jpeg_reader_close(zig_jpeg_reader *_Nonnull reader);

int zig_jpeg_reader_width(const zig_jpeg_reader *_Nonnull reader);
int zig_jpeg_reader_height(const zig_jpeg_reader *_Nonnull reader);
// Samples a pixel in rows: 1 (grey), 3 (RGB) or 4 (CMYK as stored); 0 for colour spaces that this reader does not
// support.
int zig_jpeg_reader_bands(const zig_jpeg_reader *_Nonnull reader);
// Whether the image is 8 bits, of known colours, and the header without damage.
int zig_jpeg_reader_is_plain(const zig_jpeg_reader *_Nonnull reader);
// Whether the image comes in several scans, so that libjpeg holds its coefficients.
int zig_jpeg_reader_is_in_scans(const zig_jpeg_reader *_Nonnull reader);
// Whether there are APP1 (Exif, XMP), APP2 or APP13 (IPTC) segments.
int zig_jpeg_reader_has_metadata(const zig_jpeg_reader *_Nonnull reader);

// Starts the decoder, which reads a progressive file to its end, a large one on a thread for each component. Reading
// rows starts it as well. Returns 0, -1 with the cause in zig_jpeg_reader_message, or ZIG_JPEG_CANCELLED if is_wanted,
// which is asked now and then, returns 0.
int zig_jpeg_reader_start(
    zig_jpeg_reader *_Nonnull reader, int (*_Nullable is_wanted)(void *_Nullable context), void *_Nullable context);
// How many threads beside the caller's have read the scans.
int zig_jpeg_reader_thread_count(const zig_jpeg_reader *_Nonnull reader);
// Decodes the next count rows to the addresses in rows. Returns 0, or -1 with the cause in
// zig_jpeg_reader_message. The caller asks for no more rows than the image has.
int zig_jpeg_reader_read(zig_jpeg_reader *_Nonnull reader, uint8_t *_Nonnull const *_Nonnull rows, int count);
// Skips the next rows. Returns 0, or -1 as above.
int zig_jpeg_reader_skip(zig_jpeg_reader *_Nonnull reader, int count);

// The rows of a sequential JPEG can be read from each multiple of so many rows on, where a restart marker precedes an
// MCU row; 0 if they can only be read from the top.
int zig_jpeg_reader_restart_step(const zig_jpeg_reader *_Nonnull reader);
// Lets a reader that was not started begin at a restart marker, at least one MCU row above the row, so that the row is
// decoded as from the top. The caller skips the rows between. Returns the first row; 0 if the reader begins at the top,
// as for a file with unexpected markers; -1 with the cause in zig_jpeg_reader_message; or ZIG_JPEG_CANCELLED if
// is_wanted, which is asked now and then, returns 0.
int zig_jpeg_reader_restart(
    zig_jpeg_reader *_Nonnull reader, int row, int (*_Nonnull is_wanted)(void *_Nullable context),
    void *_Nullable context);

// Whether rows were filled, or coefficients are missing, because the file ends early.
int zig_jpeg_reader_is_truncated(const zig_jpeg_reader *_Nonnull reader);
// Whether the last function failed because the image has more than ZIG_JPEG_MOST_SCANS.
int zig_jpeg_reader_has_many_scans(const zig_jpeg_reader *_Nonnull reader);
// Whether the decoder has met damage: pixels of the rows that are read are missing or invented.
int zig_jpeg_reader_is_damaged(const zig_jpeg_reader *_Nonnull reader);
// The row of the first damage, roughly; -1 if it is unknown.
int zig_jpeg_reader_lost_row(const zig_jpeg_reader *_Nonnull reader);
// Looks for blocks that are left over behind the last row, so that earlier ones were read wrongly. Call it once, when all
// rows are read and none was skipped.
void zig_jpeg_reader_finish(zig_jpeg_reader *_Nonnull reader);
const char *_Nonnull zig_jpeg_reader_message(const zig_jpeg_reader *_Nonnull reader);

typedef struct zig_jpeg_encoder zig_jpeg_encoder;

// profile: an ICC profile for every file; 0 bytes for none. NULL if memory is short.
zig_jpeg_encoder *_Nullable zig_jpeg_encoder_create(
    int bands, int quality, int half_colour, int is_progressive, const uint8_t *_Nonnull profile,
    size_t profile_length);
void zig_jpeg_encoder_destroy(zig_jpeg_encoder *_Nonnull encoder);

// Encodes width × height pixels from row pointers. The encoder owns the bytes, which last until its next
// call; NULL on failure, with the cause in zig_jpeg_encoder_message.
const uint8_t *_Nullable zig_jpeg_encoder_encode(
    zig_jpeg_encoder *_Nonnull encoder, const uint8_t *_Nonnull const *_Nonnull rows, int width, int height,
    size_t *_Nonnull length);
// The same in pieces: start, all rows in order and in multiples of 16 except the last ones, and finish, whose bytes
// last until the next start. For a progressive JPEG libjpeg holds all coefficients. -1 or NULL on failure.
int zig_jpeg_encoder_start(zig_jpeg_encoder *_Nonnull encoder, int width, int height);
int zig_jpeg_encoder_write(
    zig_jpeg_encoder *_Nonnull encoder, const uint8_t *_Nonnull const *_Nonnull rows, int count);
const uint8_t *_Nullable zig_jpeg_encoder_finish(zig_jpeg_encoder *_Nonnull encoder, size_t *_Nonnull length);
const char *_Nonnull zig_jpeg_encoder_message(const zig_jpeg_encoder *_Nonnull encoder);

// Checks a whole JPEG without converting it to pixels. Returns -1 with the cause in message (ZIG_JPEG_MESSAGE_SIZE
// bytes) if libjpeg reports an error, or a warning that means damage. The size is set once the header is read.
int zig_jpeg_check(
    const uint8_t *_Nonnull bytes, size_t length, int *_Nonnull width, int *_Nonnull height,
    char *_Nonnull message);

// Sets the mean red, green and blue of a JPEG, of grey or YCbCr. Returns -1 for invalid data.
int zig_jpeg_mean(const uint8_t *_Nonnull bytes, size_t length, uint8_t *_Nonnull colour);

// A part of an image, in pixels.
typedef struct zig_jpeg_part {
    int x, y, width, height;
} zig_jpeg_part;

// Decodes a part of a JPEG as RGB into rows that are `stride` bytes apart. Returns 0, or -1 for
// invalid or damaged data, a part outside the image, an ICC profile, and colours other than grey and YCbCr.
int zig_jpeg_decode_part(
    const uint8_t *_Nonnull bytes, size_t length, zig_jpeg_part part, uint8_t *_Nonnull target, size_t stride);

// Tiles cut out of a JPEG without decoding it: its quantised coefficients are written for each tile.
//
// How the image can be cut.
typedef struct {
    // Tiles can begin at multiples of the blocks of the component with the fewest blocks, in pixels. 0 for colour
    // spaces that browsers do not show (CMYK, YCCK, unknown).
    int unit_width, unit_height;
    // The coefficients of unit_height rows.
    size_t bytes_per_unit_row;
} zig_jpeg_frame;

// Works out the frame from the header. Returns 0, or -1 with the cause in zig_jpeg_reader_message.
int zig_jpeg_reader_measure(zig_jpeg_reader *_Nonnull reader, zig_jpeg_frame *_Nonnull frame);

// MCU rows beyond those of the kept rows. The first and the last of the kept rows can lie within an MCU row, and the
// decoder is one ahead of the rows that it delivers.
#define ZIG_JPEG_FURTHER_MCU_ROWS 3

// Lets the reader keep the coefficients of the rows that it delivered last, at least row_count. It keeps all of an
// image in scans. Call it before the reader is started.
void zig_jpeg_reader_keep(zig_jpeg_reader *_Nonnull reader, int row_count);

// Reads all coefficients, once, after zig_jpeg_reader_measure() and in place of rows. Returns 0, -1 with the cause in
// zig_jpeg_reader_message, or ZIG_JPEG_CANCELLED if is_wanted, which is asked now and then, returns 0.
int zig_jpeg_reader_read_coefficients(
    zig_jpeg_reader *_Nonnull reader, int (*_Nonnull is_wanted)(void *_Nullable context), void *_Nullable context);

// How tiles are turned: mirrored along the file's axes first, then with rows as columns.
typedef struct {
    int swaps_axes, mirrors_x, mirrors_y;
} zig_jpeg_turn;

// A part of the stored image. It begins at a multiple of the unit, or on a mirrored axis ends at one.
typedef struct {
    int x, y, width, height;
} zig_jpeg_region;

// Writes tiles. A cutter belongs to one thread; all threads can share the coefficients that are read and kept.
typedef struct zig_jpeg_cutter zig_jpeg_cutter;

// profile: an ICC profile for every tile; 0 bytes for none. NULL on failure, with the cause in message
// (ZIG_JPEG_MESSAGE_SIZE bytes).
zig_jpeg_cutter *_Nullable zig_jpeg_cutter_create(
    const zig_jpeg_reader *_Nonnull source, zig_jpeg_turn turn, int is_progressive,
    const uint8_t *_Nonnull profile, size_t profile_length, char *_Nonnull message);
void zig_jpeg_cutter_destroy(zig_jpeg_cutter *_Nonnull cutter);

// Cuts a region of the stored image. If the size of the turned tile, `width` and `height`, is larger, the blocks
// at the edge are continued in their mean colours. The cutter owns the bytes, which last until its next call;
// NULL on failure, with the cause in zig_jpeg_cutter_message.
const uint8_t *_Nullable zig_jpeg_cutter_cut(
    zig_jpeg_cutter *_Nonnull cutter, const zig_jpeg_reader *_Nonnull source, zig_jpeg_region region, int width,
    int height, size_t *_Nonnull length);
const char *_Nonnull zig_jpeg_cutter_message(const zig_jpeg_cutter *_Nonnull cutter);
