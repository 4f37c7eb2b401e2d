// Reads the headers and blocks of TIFF files through libtiff.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define ZIG_TIFF_MESSAGE_SIZE 256

// An open file.
typedef struct zig_tiff zig_tiff;

// The messages of libtiff about a file.
typedef struct zig_tiff_messages zig_tiff_messages;

// Returns NULL if memory is short.
zig_tiff_messages *_Nullable zig_tiff_messages_create(void);
void zig_tiff_messages_free(zig_tiff_messages *_Nonnull messages);
// The last error; empty without an error.
const char *_Nonnull zig_tiff_last_error(const zig_tiff_messages *_Nonnull messages);
// The first message about missing or invented pixels, including messages of calls that succeeded; NULL
// without damage.
const char *_Nullable zig_tiff_damage(const zig_tiff_messages *_Nonnull messages);
// The row of the strip or tile in the message of zig_tiff_damage; -1 if the message contains no row.
int zig_tiff_damaged_row(const zig_tiff_messages *_Nonnull messages);
// Deletes the message of zig_tiff_damage, so that the next message is stored.
void zig_tiff_forget_damage(zig_tiff_messages *_Nonnull messages);

// Opens a file that is read by pread(2), because mapped pages would count as memory of the program, and
// several handles may share the descriptor. The descriptor and the messages must outlive the handle. The
// path is for messages. Returns NULL on failure.
zig_tiff *_Nullable zig_tiff_open(int descriptor, const char *_Nonnull path, zig_tiff_messages *_Nonnull messages);
void zig_tiff_close(zig_tiff *_Nonnull file);
// Selects the image whose directory is at an offset in the file. Returns 0 if the directory cannot be read.
int zig_tiff_select(zig_tiff *_Nonnull file, uint64_t offset);

// The number of the compression of the current image.
int zig_tiff_compression(zig_tiff *_Nonnull file);
// Whether the offset of a block in the file is known. 0 if the entry with the offset is damaged.
int zig_tiff_has_offset(zig_tiff *_Nonnull file, uint32_t number);
// The number of the current image's compression if libtiff cannot decompress it, else 0.
int zig_tiff_unreadable_compression(zig_tiff *_Nonnull file);

// The kinds of stored samples.
typedef enum {
    // A sample of 8 or 16 bits.
    ZIG_TIFF_SAMPLES,
    // The only sample of a pixel: an index into a table of colours or grey values.
    ZIG_TIFF_TABLE,
    // A sample of 1 to 15 bits, the highest bit first. The next sample follows without a gap.
    ZIG_TIFF_PACKED,
    // A number without a range that means black and white: a floating-point number of 16, 32 or 64 bits, a
    // signed number of 16 or 32 bits, or an unsigned number of 32 bits.
    ZIG_TIFF_NUMBER,
    // Luminance and colour differences, which several pixels can share; see zig_tiff_read_ycbcr.
    ZIG_TIFF_YCBCR,
} zig_tiff_kind;

// The number format of samples. Samples without a stated format are unsigned.
typedef enum { ZIG_TIFF_UNSIGNED, ZIG_TIFF_SIGNED, ZIG_TIFF_REAL, ZIG_TIFF_COMPLEX } zig_tiff_format;

// An image of a file. The blocks are tiles or full-width strips.
typedef struct {
    uint32_t width, height, block_width, block_height;
    // The number of samples of a colour: 1 (grey), 3 (RGB) or 4 (CMYK).
    int colours;
    // The number of stored samples of a colour, which come first: 1 if a table contains the colours.
    int colour_samples;
    // The index of the stored sample that is alpha; -1 without alpha.
    int alpha_sample;
    int is_premultiplied;
    // Whether the first sample is an index into a table of 256 colours, and further samples follow.
    int has_palette;
    // Whether 0 is white in grey samples. A table is already inverted.
    int is_inverted;
    // The bytes of an output sample: 1, or 2 in the byte order of the machine; 4 for numbers, which become
    // floating-point numbers.
    int sample_bytes;
    zig_tiff_kind kind;
    zig_tiff_format format;
    // The number of stored samples of a pixel, and the bits of each sample: 1 to 16, 32 or 64. Samples that
    // are neither colour nor alpha are not part of the image.
    int samples, bits;
    // Whether each sample of a pixel is in a separate plane of blocks.
    int is_planar;
    int is_tiled;
    // Whether libvips reads images of this kind correctly.
    int is_usual;
    // The colour profile; NULL without a profile. The profile is valid as long as the file is open.
    const uint8_t *_Nullable profile;
    uint32_t profile_length;
} zig_tiff_image;

// The extra samples of a pixel, which follow the colours.
typedef struct {
    // The number of colour samples, and of the extra samples after them.
    int colours, count;
    // The index of the sample that is declared as alpha; -1 without alpha.
    int alpha;
    int is_premultiplied;
} zig_tiff_extra_samples;

// Finds the stored samples of the current image that are colours or alpha. Other samples have no stated
// meaning.
zig_tiff_extra_samples zig_tiff_find_extra_samples(zig_tiff *_Nonnull file);

// Describes the current image. Returns 0 if libvips has to read its samples. If the header is needed, call
// zig_tiff_read_header before this function.
int zig_tiff_describe(zig_tiff *_Nonnull file, zig_tiff_image *_Nonnull image);

#define ZIG_TIFF_TABLE_SIZE 1024

// Reads the table of an image with the kind ZIG_TIFF_TABLE or with a palette. The table has four bytes for
// each value of a sample, the colours first. `table` has ZIG_TIFF_TABLE_SIZE bytes.
void zig_tiff_table(
    zig_tiff *_Nonnull file, const zig_tiff_image *_Nonnull image, uint8_t *_Nonnull table);

// Decodes a block by its number. Returns the number of bytes, or -1.
ptrdiff_t zig_tiff_read(zig_tiff *_Nonnull file, int is_tiled, uint32_t number, void *_Nullable buffer,
                        size_t size);

// Lets the caller undo the floating-point predictor of the current image, which libtiff undoes slowly. Returns 1
// if zig_undo_float_predictor() has to be called for each row that zig_tiff_read() decodes.
int zig_tiff_take_predictor(zig_tiff *_Nonnull file, const zig_tiff_image *_Nonnull image);

// Decodes a block of YCbCr to 8-bit RGB. Returns the number of bytes, or -1. `raster` has room for 32 bits
// for each pixel of a block.
ptrdiff_t zig_tiff_read_ycbcr(
    zig_tiff *_Nonnull file, const zig_tiff_image *_Nonnull image, uint32_t number, uint8_t *_Nonnull block,
    uint32_t *_Nonnull raster);

// Returns 1 if the file contains a block, otherwise 0. Programs such as GDAL skip blocks without content:
// offset and byte count are 0.
int zig_tiff_has_block(zig_tiff *_Nonnull file, uint32_t number);

// Sets a bit for each block that has bytes. `counts` contains the byte counts, or the offsets, of `count`
// blocks, beginning with the block `first`. Each number has `width` bytes in any byte order. The index of a bit is the
// block's number modulo `period`.
void zig_tiff_mark_blocks(
    const uint8_t *_Nonnull counts, size_t count, int width, size_t first, size_t period,
    uint64_t *_Nonnull marks);

// The bytes of a decoded row of a plane.
size_t zig_tiff_row_size(zig_tiff *_Nonnull file);
// Decodes a row of an image in strips. Rows must be read in order. Returns -1 on failure.
int zig_tiff_read_row(zig_tiff *_Nonnull file, uint32_t row, int plane, void *_Nonnull buffer);

// The image description of the current image; NULL without a description. The text is valid as long as the
// file is open.
const char *_Nullable zig_tiff_description(zig_tiff *_Nonnull file);
// The text of the “no data” value that GDAL writes; NULL if the file does not state it. The text is valid as
// long as the file is open.
const char *_Nullable zig_tiff_missing_value(zig_tiff *_Nonnull file);
// Whether the current image is tiled.
int zig_tiff_is_tiled(zig_tiff *_Nonnull file);
// Whether each tile or strip of the current image has bytes.
int zig_tiff_is_complete(zig_tiff *_Nonnull file);
// The size of the largest compressed tile or strip of the current image, in bytes; 0 without compression.
uint64_t zig_tiff_largest_block(zig_tiff *_Nonnull file);

// Whether grey, RGB or CMYK pixels have samples other than the colours and one alpha after the colours.
int zig_tiff_has_surplus_samples(zig_tiff *_Nonnull file);

// The number of samples per pixel of the current image.
int zig_tiff_samples(zig_tiff *_Nonnull file);
// The number of inks of the current image; 0 if the inks are CMYK or the image has no inks.
int zig_tiff_other_inks(zig_tiff *_Nonnull file);
// Whether the current image stores the samples of a pixel in several planes.
int zig_tiff_has_planes(zig_tiff *_Nonnull file);
// The number of bits per sample of the current image.
int zig_tiff_bits(zig_tiff *_Nonnull file);
// The photometric interpretation; -1 if it is not stated.
int zig_tiff_photometric(zig_tiff *_Nonnull file);

// Returns the number format of the samples of the current image.
zig_tiff_format zig_tiff_sample_format(zig_tiff *_Nonnull file);

// Whether the image is YCbCr that libvips reads as RGB: without JPEG compression, or in planes.
int zig_tiff_is_plain_ycbcr(zig_tiff *_Nonnull file);

// Header fields of an image.
typedef struct {
    // The orientation, 1 (upright) to 8.
    int orientation;
    // The resolution; 1 if the file does not state it.
    float pixels_across_millimetre, pixels_down_millimetre;
    // The XMP packet; NULL without a packet. The packet is valid as long as the file is open.
    const uint8_t *_Nullable xmp;
    uint32_t xmp_length;
    // The length of IPTC records that are longer than most_iptc; 0 otherwise.
    uint32_t iptc_length;
} zig_tiff_header;

// Reads the header fields. Returns 0 if libvips has to read them: the file may be a slide, or has IPTC
// records of at most most_iptc bytes.
int zig_tiff_read_header(zig_tiff *_Nonnull file, uint32_t most_iptc, zig_tiff_header *_Nonnull header);
