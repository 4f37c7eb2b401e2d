#include <string.h>

#include "JPEGErrors.h"

int zig_jpeg_check(const uint8_t *bytes, size_t length, int *width, int *height, char *message)
{
    struct jpeg_decompress_struct decoder;
    struct zig_jpeg_errors errors;
    memset(&decoder, 0, sizeof decoder);
    decoder.err = zig_jpeg_errors_install(&errors);
    if (setjmp(errors.escape)) {
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "%s", errors.message);
        jpeg_destroy_decompress(&decoder);
        return -1;
    }
    jpeg_create_decompress(&decoder);
    jpeg_mem_src(&decoder, bytes, length);
    jpeg_read_header(&decoder, TRUE);
    *width = (int)decoder.image_width;
    *height = (int)decoder.image_height;
    // All coefficients, up to the end marker: what is damaged shows here, and pixels are not needed.
    jpeg_read_coefficients(&decoder);
    jpeg_finish_decompress(&decoder);
    int status = 0;
    if (errors.manager.num_warnings > 0) {
        snprintf(message, ZIG_JPEG_MESSAGE_SIZE, "%s", errors.message);
        status = -1;
    }
    jpeg_destroy_decompress(&decoder);
    return status;
}
