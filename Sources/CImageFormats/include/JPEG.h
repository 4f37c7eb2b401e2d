// libjpeg-turbo for rows of pixels: a reader that hands out rows in order, and an encoder that is used
// again for every tile; and for tiles without decoding (JPEGCutting.h). libjpeg reports errors by longjmp, which
// must never cross a Swift frame: every setjmp and longjmp stays inside this module, one call a batch of rows and
// one a tile.
#pragma once
#include <stddef.h>
#include <stdint.h>

#include "JPEGCutting.h"

#define ZIG_JPEG_MESSAGE_SIZE 256

typedef struct zig_jpeg_reader zig_jpeg_reader;

// Reads the header of the JPEG at the descriptor's position. NULL on failure, with a sentence in message
// (ZIG_JPEG_MESSAGE_SIZE bytes). The descriptor stays the caller's, and open as long as the reader is.
zig_jpeg_reader *_Nullable zig_jpeg_reader_open(int descriptor, char *_Nonnull message);
void zig_jpeg_reader_close(zig_jpeg_reader *_Nonnull reader);

int zig_jpeg_reader_width(const zig_jpeg_reader *_Nonnull reader);
int zig_jpeg_reader_height(const zig_jpeg_reader *_Nonnull reader);
// Samples a pixel that rows hold: 1 (grey) or 3 (RGB); 0 for a colour space that this reader leaves alone
// (CMYK, YCCK and the unknown).
int zig_jpeg_reader_bands(const zig_jpeg_reader *_Nonnull reader);
// Whether the header says all there is to know of the pixels: 8 bits, grey or RGB, in one go, and no APP2 (a colour
// profile, further pictures).
int zig_jpeg_reader_is_plain(const zig_jpeg_reader *_Nonnull reader);
// Whether there is what a camera or a program would add: APP1 (Exif, XMP), APP2 or APP13 (IPTC).
int zig_jpeg_reader_has_notes(const zig_jpeg_reader *_Nonnull reader);

// Has the decoder begin, which of a progressive file takes until it is read to its end; reading rows does so
// by itself. 0, or else the same as what reading rows comes to then.
int zig_jpeg_reader_start(zig_jpeg_reader *_Nonnull reader);
// Decodes the next count rows to the addresses in rows. 0, or -1 with the sentence in
// zig_jpeg_reader_message. The caller asks for no more rows than there are.
int zig_jpeg_reader_read(zig_jpeg_reader *_Nonnull reader, uint8_t *_Nonnull const *_Nonnull rows, int count);
// Whether rows that were handed out were made up because the file ends early.
int zig_jpeg_reader_is_truncated(const zig_jpeg_reader *_Nonnull reader);
const char *_Nonnull zig_jpeg_reader_message(const zig_jpeg_reader *_Nonnull reader);

typedef struct zig_jpeg_encoder zig_jpeg_encoder;

// profile: an ICC profile that every file carries; 0 bytes for none. NULL where there is no memory.
zig_jpeg_encoder *_Nullable zig_jpeg_encoder_create(
    int bands, int quality, int half_colour, int is_progressive, const uint8_t *_Nonnull profile,
    size_t profile_length);
void zig_jpeg_encoder_destroy(zig_jpeg_encoder *_Nonnull encoder);

// Encodes width × height pixels from row pointers. The bytes belong to the encoder and last until its next
// call; NULL on failure, with the sentence in zig_jpeg_encoder_message.
const uint8_t *_Nullable zig_jpeg_encoder_encode(
    zig_jpeg_encoder *_Nonnull encoder, const uint8_t *_Nonnull const *_Nonnull rows, int width, int height,
    size_t *_Nonnull length);
// The same in pieces, for pictures whose rows are never all there: a start, all rows in their order and by
// multiples of 16 but for the last ones, and an end, whose bytes last until the next start. Of a progressive
// JPEG libjpeg keeps all coefficients until then. -1 or NULL on failure.
int zig_jpeg_encoder_start(zig_jpeg_encoder *_Nonnull encoder, int width, int height);
int zig_jpeg_encoder_write(
    zig_jpeg_encoder *_Nonnull encoder, const uint8_t *_Nonnull const *_Nonnull rows, int count);
const uint8_t *_Nullable zig_jpeg_encoder_finish(zig_jpeg_encoder *_Nonnull encoder, size_t *_Nonnull length);
const char *_Nonnull zig_jpeg_encoder_message(const zig_jpeg_encoder *_Nonnull encoder);

// Reads a whole JPEG without making pixels of it. 0 where everything in it is as it should be; -1 with a
// sentence in message (ZIG_JPEG_MESSAGE_SIZE bytes) where a decoder would complain or even only warn. The
// size is set as soon as the header could be read.
int zig_jpeg_check(
    const uint8_t *_Nonnull bytes, size_t length, int *_Nonnull width, int *_Nonnull height,
    char *_Nonnull message);
