#include <string.h>

#include "JPEGManagers.h"

int zig_jpeg_decode_memory(
    const uint8_t *bytes, size_t length, struct zig_jpeg_errors *errors,
    int (*use)(struct jpeg_decompress_struct *decoder, void *context), void *context)
{
    struct jpeg_decompress_struct decoder;
    struct zig_jpeg_progress progress;
    memset(&decoder, 0, sizeof decoder);
    decoder.err = zig_jpeg_errors_install(errors);
    if (setjmp(errors->escape)) {
        jpeg_destroy_decompress(&decoder);
        return -1;
    }
    jpeg_create_decompress(&decoder);
    zig_jpeg_progress_install(&progress, &decoder, NULL, NULL);
    jpeg_mem_src(&decoder, bytes, length);
    int result = use(&decoder, context);
    jpeg_destroy_decompress(&decoder);
    return result;
}
