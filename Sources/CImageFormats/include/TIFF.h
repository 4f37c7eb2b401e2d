// Reads the blocks of a TIFF through libtiff.
#pragma once
#include <stddef.h>
#include <stdint.h>

#define ZIG_TIFF_MESSAGE_SIZE 256

// An open file.
typedef struct zig_tiff zig_tiff;

// What libtiff reports of a file.
typedef struct zig_tiff_messages zig_tiff_messages;

// NULL if memory is short.
zig_tiff_messages *_Nullable zig_tiff_messages_create(void);
void zig_tiff_messages_free(zig_tiff_messages *_Nonnull messages);
// The last error; empty without one.
const char *_Nonnull zig_tiff_last_error(const zig_tiff_messages *_Nonnull messages);
// The first message of missing or invented pixels, also of calls that succeeded; NULL without one.
const char *_Nullable zig_tiff_damage(const zig_tiff_messages *_Nonnull messages);
// The row of the strip or tile that this message names; -1 if it names none.
int zig_tiff_damaged_row(const zig_tiff_messages *_Nonnull messages);
// The next message is the first one again.
void zig_tiff_forget_damage(zig_tiff_messages *_Nonnull messages);

// Opens a file for read(2), because mapped pages would count as memory of the program. The messages have to
// outlive the file. NULL on failure.
zig_tiff *_Nullable zig_tiff_open(const char *_Nonnull path, zig_tiff_messages *_Nonnull messages);
void zig_tiff_close(zig_tiff *_Nonnull file);
// Goes to the image whose directory is at this place in the file. 0 if it cannot be read.
int zig_tiff_select(zig_tiff *_Nonnull file, uint64_t offset);

// The number of the compression of the current image.
int zig_tiff_compression(zig_tiff *_Nonnull file);
// Whether the place of a block in the file is known. 0 if the entry that has it is damaged.
int zig_tiff_has_offset(zig_tiff *_Nonnull file, uint32_t number);
// The compression of the current image if libtiff cannot decompress it, else 0.
int zig_tiff_unreadable_compression(zig_tiff *_Nonnull file);

// What a stored sample is.
typedef enum {
    // A sample of 8 or 16 bits.
    ZIG_TIFF_SAMPLES,
    // The only sample of a pixel: the number of a colour in a table, which may be a scale of grey.
    ZIG_TIFF_TABLE,
    // A sample of 1 to 15 bits, the highest bit first, without a gap to the next one.
    ZIG_TIFF_PACKED,
    // A floating-point number of 16, 32 or 64 bits.
    ZIG_TIFF_FLOAT,
    // Luminance and colour, which can be joined for several pixels; see zig_tiff_read_ycbcr.
    ZIG_TIFF_YCBCR,
} zig_tiff_kind;

// An image of a file: its size, and that of its blocks, which are tiles or full-width strips.
typedef struct {
    uint32_t width, height, block_width, block_height;
    // Samples of a colour: 1 (grey), 3 (RGB) or 4 (CMYK).
    int colours;
    // The stored samples that colours are made of, which come first: one if a table has the colours.
    int colour_samples;
    // The number of the stored sample that is alpha; -1 without alpha.
    int alpha_sample;
    int is_premultiplied;
    // Whether the first sample is the number of a colour in a table of 256, and further samples follow.
    int has_palette;
    // Whether 0 is white in grey samples. A table already contains that.
    int is_inverted;
    // 1, or 2 in the byte order of the machine; 4 for floating-point numbers.
    int sample_bytes;
    zig_tiff_kind kind;
    // Stored samples of a pixel, and the bits of each: 1 to 16, 32 or 64. Samples that are neither colour nor alpha
    // are not part of the image.
    int samples, bits;
    // Whether each sample has blocks of its own.
    int is_planar;
    int is_tiled;
    // Whether libvips reads this kind, and rightly.
    int is_usual;
    // The colour profile, which belongs to the file; NULL without one.
    const uint8_t *_Nullable profile;
    uint32_t profile_length;
} zig_tiff_image;

// The samples of a pixel after the colours.
typedef struct {
    // Samples before and after the first extra one.
    int colours, count;
    // The number of the sample that is declared as alpha; -1 without alpha.
    int alpha;
    int is_premultiplied;
} zig_tiff_extra_samples;

// Finds which stored samples of the current image are colours, alpha, or of no stated meaning.
zig_tiff_extra_samples zig_tiff_find_extra_samples(zig_tiff *_Nonnull file);

// Describes the current image. 0 if libvips has to read its samples. Read the header of the image before.
int zig_tiff_describe(zig_tiff *_Nonnull file, zig_tiff_image *_Nonnull image);

#define ZIG_TIFF_TABLE_SIZE 1024

// The table of an image of ZIG_TIFF_TABLE, or of one with a palette: four bytes for each value of a sample, of which
// the first ones are the colours. `table` has ZIG_TIFF_TABLE_SIZE bytes.
void zig_tiff_table(
    zig_tiff *_Nonnull file, const zig_tiff_image *_Nonnull image, uint8_t *_Nonnull table);

// Decodes a block by its number. Returns the number of bytes, or -1.
ptrdiff_t zig_tiff_read(zig_tiff *_Nonnull file, int is_tiled, uint32_t number, void *_Nullable buffer,
                        size_t size);

// The same for YCbCr, converted to RGB of 8 bits. `raster` has room for 32 bits for each pixel of a block.
ptrdiff_t zig_tiff_read_ycbcr(
    zig_tiff *_Nonnull file, const zig_tiff_image *_Nonnull image, uint32_t number, uint8_t *_Nonnull block,
    uint32_t *_Nonnull raster);

// Returns 1 if the file has a block, otherwise 0. Programs such as GDAL leave out blocks without
// content: offset and byte count are 0.
int zig_tiff_has_block(zig_tiff *_Nonnull file, uint32_t number);

// Sets a bit for each block that has bytes. `counts` are the byte counts of `count` blocks from the number `first`
// on, of `width` bytes each in any byte order. The bit of a block is its number modulo `period`.
void zig_tiff_mark_blocks(
    const uint8_t *_Nonnull counts, size_t count, int width, size_t first, size_t period,
    uint64_t *_Nonnull marks);

// The bytes of a row of a plane, as it is decoded.
size_t zig_tiff_row_size(zig_tiff *_Nonnull file);
// Decodes a row of an image in strips; rows come in order. Returns -1 on failure.
int zig_tiff_read_row(zig_tiff *_Nonnull file, uint32_t row, int plane, void *_Nonnull buffer);

// What the current image says of itself; NULL without that. It belongs to the file.
const char *_Nullable zig_tiff_description(zig_tiff *_Nonnull file);
// The text of the value that GDAL writes for pixels without one; NULL without that. It belongs to the file.
const char *_Nullable zig_tiff_missing_value(zig_tiff *_Nonnull file);
// Whether the current image is in tiles.
int zig_tiff_is_tiled(zig_tiff *_Nonnull file);
// Whether each tile or strip of the current image has bytes.
int zig_tiff_is_complete(zig_tiff *_Nonnull file);
// The bytes of the largest compressed tile or strip of the current image; 0 if none is compressed.
uint64_t zig_tiff_largest_block(zig_tiff *_Nonnull file);

// Whether pixels of grey, RGB or CMYK have samples besides colours and one alpha that follows them.
int zig_tiff_has_surplus_samples(zig_tiff *_Nonnull file);

// The samples of a pixel of the current image.
int zig_tiff_samples(zig_tiff *_Nonnull file);
// The number of inks of the current image if they are not those of CMYK; otherwise 0.
int zig_tiff_other_inks(zig_tiff *_Nonnull file);
// Whether a pixel of the current image has its samples in several planes.
int zig_tiff_has_planes(zig_tiff *_Nonnull file);
// The bits of a sample of the current image.
int zig_tiff_bits(zig_tiff *_Nonnull file);
// The photometric interpretation; -1 if it is not stated.
int zig_tiff_photometric(zig_tiff *_Nonnull file);

// What the samples of the current image are. Samples without a stated format are unsigned.
typedef enum { ZIG_TIFF_UNSIGNED, ZIG_TIFF_SIGNED, ZIG_TIFF_REAL, ZIG_TIFF_COMPLEX } zig_tiff_format;
zig_tiff_format zig_tiff_sample_format(zig_tiff *_Nonnull file);

// Whether the image is YCbCr that libvips takes for RGB: without JPEG compression, or in planes.
int zig_tiff_is_plain_ycbcr(zig_tiff *_Nonnull file);

// Other fields of an image.
typedef struct {
    // 1 (upright) to 8.
    int orientation;
    // 1 without a resolution.
    float pixels_across_millimetre, pixels_down_millimetre;
    // The XMP packet, which belongs to the file; NULL without one.
    const uint8_t *_Nullable xmp;
    uint32_t xmp_length;
    // The length of IPTC records that are longer than most_iptc; otherwise 0.
    uint32_t iptc_length;
} zig_tiff_header;

// Reads these fields. 0 if libvips has to: there are IPTC records of at most most_iptc bytes, or the file may be a slide.
int zig_tiff_read_header(zig_tiff *_Nonnull file, uint32_t most_iptc, zig_tiff_header *_Nonnull header);
