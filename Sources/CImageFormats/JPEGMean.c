#include "JPEGManagers.h"

static int compute(struct jpeg_decompress_struct *decoder, void *context)
{
    uint8_t *colour = context;
    jpeg_read_header(decoder, TRUE);
    decoder->out_color_space = JCS_RGB;
    // One pixel per block is enough.
    decoder->scale_num = 1;
    decoder->scale_denom = 8;
    jpeg_start_decompress(decoder);
    JSAMPARRAY rows = decoder->mem->alloc_sarray((j_common_ptr)decoder, JPOOL_IMAGE, decoder->output_width * 3, 1);
    uint64_t sums[3] = {0, 0, 0};
    const uint64_t count = (uint64_t)decoder->output_width * decoder->output_height;
    while (decoder->output_scanline < decoder->output_height) {
        jpeg_read_scanlines(decoder, rows, 1);
        for (JDIMENSION x = 0; x < 3 * decoder->output_width; x++)
            sums[x % 3] += rows[0][x];
    }
    for (int band = 0; band < 3; band++)
        colour[band] = (uint8_t)((sums[band] + count / 2) / count);
    return 0;
}

int zig_jpeg_mean(const uint8_t *bytes, size_t length, uint8_t colour[3])
{
    struct zig_jpeg_errors errors;
    return zig_jpeg_decode_memory(bytes, length, &errors, compute, colour);
}
