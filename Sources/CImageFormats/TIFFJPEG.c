#include "TIFFMessages.h"

#include <stdlib.h>
#include <string.h>

#include "JPEGManagers.h"

// The bytes of a start marker, and of an end marker.
#define MARKER_BYTES 2

// Reads at most `context` rows. Returns 1 if pixels are missing or invented.
static int read_rows(struct jpeg_decompress_struct *decoder, void *context)
{
    const uint32_t *row_count = context;
    jpeg_read_header(decoder, TRUE);
    decoder->out_color_space = decoder->jpeg_color_space;
    jpeg_start_decompress(decoder);
    JSAMPARRAY row = decoder->mem->alloc_sarray(
        (j_common_ptr)decoder, JPOOL_IMAGE, decoder->output_width * (JDIMENSION)decoder->output_components, 1);
    while (decoder->output_scanline < decoder->output_height && decoder->output_scanline < *row_count)
        jpeg_read_scanlines(decoder, row, 1);
    return ((const struct zig_jpeg_errors *)decoder->err)->has_lost_data;
}

// Reads a block as a JPEG file: the common tables, and the data of the block. Returns NULL if the block cannot be read.
static uint8_t *read_block(TIFF *file, uint32_t number, size_t *length)
{
    uint32_t table_bytes = 0;
    const uint8_t *tables = NULL;
    if (!TIFFGetField(file, TIFFTAG_JPEGTABLES, &table_bytes, &tables) || table_bytes <= 2 * MARKER_BYTES)
        table_bytes = 0;
    size_t size = TIFFGetStrileByteCount(file, number), start = table_bytes == 0 ? 0 : table_bytes - 2 * MARKER_BYTES;
    uint8_t *bytes = size <= MARKER_BYTES ? NULL : malloc(start + size);
    if (bytes == NULL) return NULL;
    tmsize_t count = TIFFIsTiled(file) ? TIFFReadRawTile(file, number, bytes + start, (tmsize_t)size)
                                       : TIFFReadRawStrip(file, number, bytes + start, (tmsize_t)size);
    if (count != (tmsize_t)size) {
        free(bytes);
        return NULL;
    }
    // The end marker of the tables and the start marker of the block are left out.
    if (table_bytes > 0) memcpy(bytes, tables, table_bytes - MARKER_BYTES);
    *length = start + size;
    return bytes;
}

static uint32_t smaller(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

// Stores a message if a JPEG that is smaller than its block is also smaller than the part of the block in the image.
static void check_size(TIFF *file, uint32_t number, uint32_t row_count, zig_tiff_messages *messages)
{
    uint32_t jpeg_width = 0, jpeg_height = 0, width = 0, height = 0, block_width = 0, block_height = 0;
    if (!zig_tiff_small_jpeg(messages, &jpeg_width, &jpeg_height)) return;
    TIFFGetField(file, TIFFTAG_IMAGEWIDTH, &width);
    TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(file, TIFFIsTiled(file) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &block_height);
    if (!TIFFIsTiled(file) || !TIFFGetField(file, TIFFTAG_TILEWIDTH, &block_width)) block_width = width;
    if (width == 0 || height == 0 || block_width == 0 || block_height == 0) return;
    uint64_t across = (width - 1) / block_width + 1, down = (height - 1) / block_height + 1;
    uint64_t place = number % (across * down);
    uint32_t x = (uint32_t)(place % across) * block_width, y = (uint32_t)(place / across) * block_height;
    uint32_t rows = smaller(smaller(block_height, height - y), row_count);
    int is_narrow = jpeg_width < smaller(block_width, width - x);
    if (is_narrow || jpeg_height < rows)
        zig_tiff_note_damage(messages, "Not enough data in a JPEG", is_narrow ? 0 : (int)jpeg_height);
}

void zig_tiff_check_jpeg(TIFF *file, uint32_t number, uint32_t row_count, zig_tiff_messages *messages)
{
    if (zig_tiff_compression((zig_tiff *)file) != COMPRESSION_JPEG) return;
    check_size(file, number, row_count, messages);
    if (!zig_tiff_has_jpeg_warning(messages)) return;
    uint32_t height = 0, block_height = 0;
    TIFFGetField(file, TIFFTAG_IMAGELENGTH, &height);
    TIFFGetFieldDefaulted(file, TIFFIsTiled(file) ? TIFFTAG_TILELENGTH : TIFFTAG_ROWSPERSTRIP, &block_height);
    if (height == 0 || block_height == 0) return;
    if (!TIFFIsTiled(file)) {
        uint32_t strip_count = (height - 1) / block_height + 1;
        uint32_t first = number % strip_count * block_height;
        if (block_height > height - first) block_height = height - first;
    }
    size_t length = 0;
    uint8_t *bytes = read_block(file, number, &length);
    if (bytes == NULL) return;
    struct zig_jpeg_errors errors;
    if (zig_jpeg_decode_memory(bytes, length, &errors, read_rows, &block_height) == 1)
        zig_tiff_note_damage(messages, errors.message, errors.lost_row);
    free(bytes);
}
