#include "JPEGManagers.h"

// Images with more pixels are read row by row, because their coefficients would take three to six bytes per
// pixel.
#define MANY_PIXELS 16777216

static void read_rows(struct jpeg_decompress_struct *decoder)
{
    // The pixels are not used, so the fastest settings are enough.
    decoder->out_color_space = decoder->jpeg_color_space;
    decoder->dct_method = JDCT_IFAST;
    decoder->do_fancy_upsampling = FALSE;
    jpeg_start_decompress(decoder);
    JSAMPARRAY rows = decoder->mem->alloc_sarray(
        (j_common_ptr)decoder, JPOOL_IMAGE, decoder->output_width * (JDIMENSION)decoder->output_components, 1);
    while (decoder->output_scanline < decoder->output_height)
        jpeg_read_scanlines(decoder, rows, 1);
}

// The variables that receive the size of the image in pixels.
struct size {
    int *width, *height;
};

static int check(struct jpeg_decompress_struct *decoder, void *context)
{
    const struct size *size = context;
    jpeg_read_header(decoder, TRUE);
    *size->width = (int)decoder->image_width;
    *size->height = (int)decoder->image_height;
    // Reading all coefficients up to the end marker finds damage without computing pixels.
    if (decoder->progressive_mode || (size_t)decoder->image_width * decoder->image_height < MANY_PIXELS)
        jpeg_read_coefficients(decoder);
    else
        read_rows(decoder);
    jpeg_finish_decompress(decoder);
    const struct zig_jpeg_errors *errors = (const struct zig_jpeg_errors *)decoder->err;
    return errors->has_lost_data || errors->surplus > 0 ? -1 : 0;
}

int zig_jpeg_check(const uint8_t *bytes, size_t length, int *width, int *height, char *message)
{
    struct size size = {width, height};
    struct zig_jpeg_errors errors;
    int status = zig_jpeg_decode_memory(bytes, length, &errors, check, &size);
    if (status)
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "%s", errors.message);
    return status;
}
