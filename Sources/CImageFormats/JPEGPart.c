#include <string.h>

#include "JPEGManagers.h"

// The largest side of an MCU, the block that JPEG encodes as a unit, in pixels.
#define LARGEST_BLOCK 32

static int has_profile(const struct jpeg_decompress_struct *decoder)
{
    for (jpeg_saved_marker_ptr marker = decoder->marker_list; marker; marker = marker->next)
        if (marker->marker == JPEG_APP0 + 2)
            return 1;
    return 0;
}

static void copy(struct jpeg_decompress_struct *decoder, struct zig_jpeg_part part, uint8_t *target, size_t stride)
{
    decoder->out_color_space = JCS_RGB;
    jpeg_start_decompress(decoder);
    // Upsampling also reads the pixels beside the part.
    JDIMENSION left = (JDIMENSION)part.x > LARGEST_BLOCK ? (JDIMENSION)part.x - LARGEST_BLOCK : 0;
    JDIMENSION end = (JDIMENSION)(part.x + part.width) + LARGEST_BLOCK;
    if (end > decoder->output_width)
        end = decoder->output_width;
    JDIMENSION width = end - left;
    if (width < decoder->output_width)
        jpeg_crop_scanline(decoder, &left, &width);
    if (part.y > 2 * LARGEST_BLOCK)
        jpeg_skip_scanlines(decoder, (JDIMENSION)(part.y - LARGEST_BLOCK) / LARGEST_BLOCK * LARGEST_BLOCK);
    JSAMPARRAY rows =
        decoder->mem->alloc_sarray((j_common_ptr)decoder, JPOOL_IMAGE, decoder->output_width * 3, 1);
    while (decoder->output_scanline < (JDIMENSION)(part.y + part.height)) {
        int y = (int)decoder->output_scanline - part.y;
        jpeg_read_scanlines(decoder, rows, 1);
        if (y >= 0)
            memcpy(target + (size_t)y * stride, rows[0] + (size_t)(part.x - (int)left) * 3, (size_t)part.width * 3);
    }
}

// The part to decode, and the destination of its rows.
struct request {
    struct zig_jpeg_part part;
    uint8_t *target;
    size_t stride;
};

static int decode(struct jpeg_decompress_struct *decoder, void *context)
{
    const struct request *request = context;
    const struct zig_jpeg_part part = request->part;
    jpeg_save_markers(decoder, JPEG_APP0 + 2, 16);
    jpeg_read_header(decoder, TRUE);
    int is_plain = decoder->jpeg_color_space == JCS_GRAYSCALE || decoder->jpeg_color_space == JCS_YCbCr;
    int is_inside = part.x >= 0 && part.y >= 0 && part.width > 0 && part.height > 0
        && (JDIMENSION)part.x + (JDIMENSION)part.width <= decoder->image_width
        && (JDIMENSION)part.y + (JDIMENSION)part.height <= decoder->image_height;
    if (!is_plain || !is_inside || has_profile(decoder))
        return -1;
    copy(decoder, part, request->target, request->stride);
    return ((const struct zig_jpeg_errors *)decoder->err)->has_lost_data ? -1 : 0;
}

int zig_jpeg_decode_part(const uint8_t *bytes, size_t length, zig_jpeg_part part, uint8_t *target, size_t stride)
{
    struct request request = {part, target, stride};
    struct zig_jpeg_errors errors;
    return zig_jpeg_decode_memory(bytes, length, &errors, decode, &request);
}
