#include <stdlib.h>

#include "JPEGManagers.h"

// The number of rows that are prefetched.
#define FETCHED_ROWS 16
#define CACHE_LINE 64

struct zig_jpeg_encoder {
    struct jpeg_compress_struct compressor;
    struct zig_jpeg_errors errors;
    struct zig_jpeg_memory memory;
};

static JDIMENSION smaller(JDIMENSION a, JDIMENSION b)
{
    return a < b ? a : b;
}

zig_jpeg_encoder *zig_jpeg_encoder_create(
    int bands, int quality, int half_colour, int is_progressive, const uint8_t *profile,
    size_t profile_length)
{
    zig_jpeg_encoder *encoder = calloc(1, sizeof *encoder);
    if (encoder == NULL)
        return NULL;
    struct jpeg_compress_struct *compressor = &encoder->compressor;
    compressor->err = zig_jpeg_errors_install(&encoder->errors);
    if (setjmp(encoder->errors.escape)) {
        zig_jpeg_encoder_destroy(encoder);
        return NULL;
    }
    jpeg_create_compress(compressor);
    zig_jpeg_memory_install(&encoder->memory, compressor, profile, profile_length);
    compressor->input_components = bands;
    compressor->in_color_space = bands == 1 ? JCS_GRAYSCALE : JCS_RGB;
    jpeg_set_defaults(compressor);
    jpeg_set_quality(compressor, quality, TRUE);
    compressor->dct_method = JDCT_ISLOW;
    // Tiles do not need a JFIF header of 18 bytes; libvips omits it as well.
    compressor->write_JFIF_header = FALSE;
    if (!half_colour)
        for (int component = 0; component < compressor->num_components; component++) {
            compressor->comp_info[component].h_samp_factor = 1;
            compressor->comp_info[component].v_samp_factor = 1;
        }
    if (is_progressive)
        jpeg_simple_progression(compressor);
    return encoder;
}

void zig_jpeg_encoder_destroy(zig_jpeg_encoder *encoder)
{
    jpeg_destroy_compress(&encoder->compressor);
    free(encoder->memory.buffer);
    free(encoder);
}

// Prefetches rows of a tile. Processors do not predict the addresses, because tile rows are a whole image row
// apart.
static void fetch(const uint8_t *const *rows, JDIMENSION first, JDIMENSION end, size_t length)
{
    for (JDIMENSION y = first; y < end; y++)
        for (size_t offset = 0; offset < length; offset += CACHE_LINE)
            __builtin_prefetch(rows[y] + offset);
}

// The next three functions may raise errors, so their callers have set up the error handler.

static void start(zig_jpeg_encoder *encoder, int width, int height)
{
    struct jpeg_compress_struct *compressor = &encoder->compressor;
    compressor->image_width = (JDIMENSION)width;
    compressor->image_height = (JDIMENSION)height;
    jpeg_start_compress(compressor, TRUE);
    zig_jpeg_memory_write_profile(&encoder->memory, compressor);
}

static void write_rows(zig_jpeg_encoder *encoder, const uint8_t *const *rows, JDIMENSION count)
{
    struct jpeg_compress_struct *compressor = &encoder->compressor;
    size_t row_length = (size_t)compressor->image_width * (size_t)compressor->input_components;
    // Colour at half resolution needs pairs of rows. Prefetching more rows at once would stall.
    for (JDIMENSION first = 0; first < count; first += 2) {
        JDIMENSION end = smaller(first + 2, count);
        fetch(rows, smaller(first + FETCHED_ROWS, count), smaller(end + FETCHED_ROWS, count), row_length);
        // libjpeg only reads the rows; its signature predates const.
        jpeg_write_scanlines(compressor, (JSAMPARRAY)(rows + first), end - first);
    }
}

static const uint8_t *finish(zig_jpeg_encoder *encoder, size_t *length)
{
    jpeg_finish_compress(&encoder->compressor);
    *length = zig_jpeg_memory_length(&encoder->memory);
    return encoder->memory.buffer;
}

const uint8_t *zig_jpeg_encoder_encode(
    zig_jpeg_encoder *encoder, const uint8_t *const *rows, int width, int height, size_t *length)
{
    struct jpeg_compress_struct *compressor = &encoder->compressor;
    if (setjmp(encoder->errors.escape)) {
        jpeg_abort_compress(compressor);
        return NULL;
    }
    JDIMENSION count = (JDIMENSION)height;
    fetch(rows, 0, smaller(FETCHED_ROWS, count), (size_t)width * (size_t)compressor->input_components);
    start(encoder, width, height);
    write_rows(encoder, rows, count);
    return finish(encoder, length);
}

int zig_jpeg_encoder_start(zig_jpeg_encoder *encoder, int width, int height)
{
    if (setjmp(encoder->errors.escape)) {
        jpeg_abort_compress(&encoder->compressor);
        return -1;
    }
    start(encoder, width, height);
    return 0;
}

int zig_jpeg_encoder_write(zig_jpeg_encoder *encoder, const uint8_t *const *rows, int count)
{
    if (setjmp(encoder->errors.escape)) {
        jpeg_abort_compress(&encoder->compressor);
        return -1;
    }
    write_rows(encoder, rows, (JDIMENSION)count);
    return 0;
}

const uint8_t *zig_jpeg_encoder_finish(zig_jpeg_encoder *encoder, size_t *length)
{
    if (setjmp(encoder->errors.escape)) {
        jpeg_abort_compress(&encoder->compressor);
        return NULL;
    }
    return finish(encoder, length);
}

const char *zig_jpeg_encoder_message(const zig_jpeg_encoder *encoder)
{
    return encoder->errors.message;
}
