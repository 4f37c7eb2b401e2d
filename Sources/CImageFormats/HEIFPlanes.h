// An open HEIC or AVIF file, and the planes of its decoded image.
#pragma once
#include "HEIF.h"

#include <libheif/heif.h>

// A decoded component.
typedef struct {
    const uint8_t *samples;
    ptrdiff_t stride;
    int width, height, bits;
} zig_heif_plane;

struct zig_heif {
    struct heif_context *context;
    struct heif_image_handle *handle;
    struct heif_image *image;
    zig_heif_header header;
    char *message;
    // The planes of red, green and blue, or the plane of luminance.
    zig_heif_plane planes[3];
    // The plane of alpha; without samples if the image is opaque.
    zig_heif_plane alpha;
    int plane_count;
    // Whether black is the smallest value of luminance, and white the largest value. Source: ITU-T H.273,
    // 8.3.
    int is_full_range;
};
