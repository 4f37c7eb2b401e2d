#include "Library.h"

// A file that ends early is an error; damage in the middle is left to the loader. The path is taken
// as it is: vips_image_new_from_file() would read what stands in brackets at its end as options.
//
// name_with_options: the path with empty options behind it, for libvips to find the loader.
VipsImage *zig_image_open(const char *path, const char *name_with_options, int sequential)
{
    const char *loader = zig_vips.vips_foreign_find_load(name_with_options);
    VipsImage *image = NULL;
    if (!loader
        || zig_vips.vips_call(loader, path, &image, "access",
                              sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM, "fail_on",
                              VIPS_FAIL_ON_TRUNCATED, NULL))
        return NULL;
    return image;
}

// A tile in memory. With `is_strict` everything that a loader would only warn of is an error.
VipsImage *zig_image_open_bytes(const void *bytes, size_t length, int is_strict)
{
    return zig_vips.vips_image_new_from_buffer(
        bytes, length, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
        is_strict ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_NONE, NULL);
}

const char *zig_foreign_find_load(const char *name_with_options)
{
    return zig_vips.vips_foreign_find_load(name_with_options);
}

VipsImage *zig_image_new(void)
{
    return zig_vips.vips_image_new();
}

VipsImage *zig_image_new_from_memory(const void *bytes, size_t length, int width, int height,
                                     int bands, VipsBandFormat format)
{
    return zig_vips.vips_image_new_from_memory(bytes, length, width, height, bands, format);
}

VipsImage *zig_image_new_from_memory_copy(const void *bytes, size_t length, int width, int height,
                                          int bands, VipsBandFormat format)
{
    return zig_vips.vips_image_new_from_memory_copy(bytes, length, width, height, bands, format);
}

int zig_image_get_width(VipsImage *image)
{
    return zig_vips.vips_image_get_width(image);
}

int zig_image_get_height(VipsImage *image)
{
    return zig_vips.vips_image_get_height(image);
}

int zig_image_get_bands(VipsImage *image)
{
    return zig_vips.vips_image_get_bands(image);
}

VipsBandFormat zig_image_get_format(VipsImage *image)
{
    return zig_vips.vips_image_get_format(image);
}

VipsInterpretation zig_image_guess_interpretation(VipsImage *image)
{
    return zig_vips.vips_image_guess_interpretation(image);
}

int zig_image_get_orientation(VipsImage *image)
{
    return zig_vips.vips_image_get_orientation(image);
}

int zig_image_get_n_pages(VipsImage *image)
{
    return zig_vips.vips_image_get_n_pages(image);
}

int zig_image_has(VipsImage *image, const char *name)
{
    return zig_vips.vips_image_get_typeof(image, name) != 0;
}

int zig_image_get_string(VipsImage *image, const char *name, const char **value)
{
    return zig_vips.vips_image_get_string(image, name, value);
}

int zig_image_get_blob(VipsImage *image, const char *name, const void **bytes, size_t *length)
{
    return zig_vips.vips_image_get_blob(image, name, bytes, length);
}

void zig_image_set_blob_copy(VipsImage *image, const char *name, const void *bytes, size_t length)
{
    zig_vips.vips_image_set_blob_copy(image, name, bytes, length);
}

void zig_image_set_int(VipsImage *image, const char *name, int value)
{
    zig_vips.vips_image_set_int(image, name, value);
}

VipsRegion *zig_region_new(VipsImage *image)
{
    return zig_vips.vips_region_new(image);
}

int zig_region_prepare(VipsRegion *region, const VipsRect *area)
{
    return zig_vips.vips_region_prepare(region, area);
}

// The address of a pixel that a region holds, as VIPS_REGION_ADDR() has it.
VipsPel *zig_region_address(VipsRegion *region, int x, int y)
{
    size_t sample = (size_t)zig_vips.vips_format_sizeof_unsafe(region->im->BandFmt);
    return region->data + (size_t)(y - region->valid.top) * (size_t)region->bpl
        + (size_t)(x - region->valid.left) * sample * (size_t)region->im->Bands;
}

// In memory that g_free() takes back.
void *zig_image_write_to_memory(VipsImage *image, size_t *length)
{
    return zig_vips.vips_image_write_to_memory(image, length);
}

// Makes a file name with options (`picture.jpg[Q=90]`) the destination of an image.
int zig_image_write_to_file(VipsImage *image, const char *name_with_options)
{
    return zig_vips.vips_image_write_to_file(image, name_with_options, NULL);
}

void zig_image_init_fields(VipsImage *image, int width, int height, int bands,
                           VipsBandFormat format, VipsCoding coding,
                           VipsInterpretation interpretation, double x_resolution,
                           double y_resolution)
{
    zig_vips.vips_image_init_fields(image, width, height, bands, format, coding, interpretation,
                                    x_resolution, y_resolution);
}

// Says that an image is made from nothing but its own generator, and in what shape of pieces.
int zig_image_pipeline(VipsImage *image, VipsDemandStyle hint)
{
    return zig_vips.vips_image_pipelinev(image, hint, NULL);
}

// Has the pixels drawn when they are asked for, with `data` as the generator's first own pointer.
int zig_image_generate(VipsImage *image, VipsGenerateFn generate, void *data)
{
    return zig_vips.vips_image_generate(image, NULL, generate, NULL, data, NULL);
}

// Calls `callback` on the writing thread each time a part of the image has been computed.
void zig_image_on_progress(VipsImage *image, void (*callback)(VipsImage *, VipsProgress *, void *),
                           void *data)
{
    zig_vips.vips_image_set_progress(image, TRUE);
    zig_vips.g_signal_connect_data(image, "eval", G_CALLBACK(callback), data, NULL,
                                   (GConnectFlags)0);
}

void zig_image_set_kill(VipsImage *image, int kill)
{
    zig_vips.vips_image_set_kill(image, kill);
}
