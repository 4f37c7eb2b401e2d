#include <string.h>

#include "JPEGManagers.h"

int zig_jpeg_mean(const uint8_t *bytes, size_t length, uint8_t colour[3])
{
    struct jpeg_decompress_struct decoder;
    struct zig_jpeg_errors errors;
    memset(&decoder, 0, sizeof decoder);
    decoder.err = zig_jpeg_errors_install(&errors);
    if (setjmp(errors.escape)) {
        jpeg_destroy_decompress(&decoder);
        return -1;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, length);
    jpeg_read_header(&decoder, TRUE);
    decoder.out_color_space = JCS_RGB;
    // A pixel for each block is enough.
    decoder.scale_num = 1;
    decoder.scale_denom = 8;
    jpeg_start_decompress(&decoder);
    JSAMPARRAY rows = decoder.mem->alloc_sarray((j_common_ptr)&decoder, JPOOL_IMAGE, decoder.output_width * 3, 1);
    uint64_t sums[3] = {0, 0, 0};
    const uint64_t count = (uint64_t)decoder.output_width * decoder.output_height;
    while (decoder.output_scanline < decoder.output_height) {
        jpeg_read_scanlines(&decoder, rows, 1);
        for (JDIMENSION x = 0; x < 3 * decoder.output_width; x++)
            sums[x % 3] += rows[0][x];
    }
    for (int band = 0; band < 3; band++)
        colour[band] = (uint8_t)((sums[band] + count / 2) / count);
    jpeg_destroy_decompress(&decoder);
    return 0;
}
