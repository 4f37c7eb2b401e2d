#include "Library.h"

#include <stdio.h>

static const VipsOperationClass *loader_class(const char *nickname)
{
    return zig_vips.vips_class_find("VipsOperation", nickname);
}

// The nickname of the loader for a file, such as "jpegload"; NULL if libvips does not recognise it.
//
// name_with_options: the path and "[]", since libvips reads brackets at the end of a path as options.
const char *zig_loader_nickname(const char *name_with_options)
{
    const char *name = zig_vips.vips_foreign_find_load(name_with_options);
    const VipsOperationClass *class = name ? loader_class(name) : NULL;
    return class ? ((const VipsObjectClass *)class)->nickname : NULL;
}

// Whether libvips trusts a loader with hostile files.
int zig_loader_is_trusted(const char *nickname)
{
    const VipsOperationClass *class = loader_class(nickname);
    return class && (class->flags & VIPS_OPERATION_UNTRUSTED) == 0;
}

// Whether a loader has an option.
static int knows(VipsOperation *loader, const char *option)
{
    return g_object_class_find_property(G_OBJECT_GET_CLASS(loader), option) != NULL;
}

// An associated image in place of its slide. The loader's own option for that makes libvips 8.14.1 call
// OpenSlide with an invalid address.
static VipsImage *associated_image(VipsImage *slide, const char *name)
{
    char field[256];
    snprintf(field, sizeof field, "openslide.associated.%s", name);
    VipsImage *image = NULL;
    if (zig_vips.vips_image_get_image(slide, field, &image) != 0) image = NULL;
    zig_object_unref(slide);
    return image;
}

// Opens a file with a loader. A truncated file is an error unless that is allowed; damage within it is
// left to the loader.
//
// page: from 0. dpi: of drawings. level, associated: of slides. Negative numbers, 0 for dpi and NULL stand
// for the loader's defaults.
VipsImage *zig_image_open(const char *path, const char *nickname, int sequential,
                          int allows_truncated, int page, double dpi, int level,
                          const char *associated)
{
    VipsOperation *loader = zig_vips.vips_operation_new(nickname);
    if (!loader) return NULL;
    g_object_set(loader, "filename", path, "access",
                          sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM, "fail_on",
                          allows_truncated ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_TRUNCATED, NULL);
    if (page >= 0 && knows(loader, "page")) g_object_set(loader, "page", page, NULL);
    if (level >= 0 && knows(loader, "level")) g_object_set(loader, "level", level, NULL);
    if (associated && knows(loader, "attach-associated"))
        g_object_set(loader, "attach-associated", TRUE, NULL);
    if (dpi > 0 && knows(loader, "dpi")) g_object_set(loader, "dpi", dpi, NULL);
    VipsImage *image = NULL;
    if (zig_vips.vips_cache_operation_buildp(&loader) == 0)
        g_object_get(loader, "out", &image, NULL);
    zig_vips.vips_object_unref_outputs((VipsObject *)loader);
    g_object_unref(loader);
    return associated && image ? associated_image(image, associated) : image;
}

// Opens a tile in memory. With `is_strict`, warnings of the loader are errors.
VipsImage *zig_image_open_bytes(const void *bytes, size_t length, int is_strict)
{
    return zig_vips.vips_image_new_from_buffer(
        bytes, length, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
        is_strict ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_NONE, NULL);
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

// Fields of the header.
#define GETTER(type, name)                                                                         \
    type zig_##name(VipsImage *image) { return zig_vips.vips_##name(image); }
GETTER(VipsInterpretation, image_guess_interpretation)
GETTER(int, image_get_orientation)
GETTER(int, image_get_n_pages)

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

// The address of a pixel in a region, as VIPS_REGION_ADDR() computes it.
VipsPel *zig_region_address(VipsRegion *region, int x, int y)
{
    size_t sample = (size_t)zig_vips.vips_format_sizeof_unsafe(region->im->BandFmt);
    return region->data + (size_t)(y - region->valid.top) * (size_t)region->bpl
        + (size_t)(x - region->valid.left) * sample * (size_t)region->im->Bands;
}

// The caller frees the result with zig_free().
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

// Declares that an image has a generator and no inputs, and the shape of the regions it prefers.
int zig_image_pipeline(VipsImage *image, VipsDemandStyle hint)
{
    return zig_vips.vips_image_pipelinev(image, hint, NULL);
}

// Sets the generator that computes regions, and its first pointer.
int zig_image_generate(VipsImage *image, VipsGenerateFn generate, void *data)
{
    return zig_vips.vips_image_generate(image, NULL, generate, NULL, data, NULL);
}

static int fill_rows(VipsRegion *out, void *sequence, void *fill, void *context, gboolean *stop)
{
    (void)sequence, (void)stop;
    VipsRect area = out->valid;
    for (int y = area.top; y < area.top + area.height; y++)
        if (((ZigFillRow)fill)(context, y, zig_region_address(out, area.left, y)) != 0) {
            zig_vips.vips_error("ziggurat", "no further rows");
            return -1;
        }
    return 0;
}

// An image of 8-bit samples whose rows are read once each, from the top.
VipsImage *zig_image_from_rows(int width, int height, int bands, ZigFillRow fill, void *context)
{
    VipsImage *image = zig_vips.vips_image_new();
    VipsImage *result = NULL;
    zig_vips.vips_image_init_fields(
        image, width, height, bands, VIPS_FORMAT_UCHAR, VIPS_CODING_NONE,
        bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, 1, 1);
    zig_vips.vips_image_set_int(image, VIPS_META_SEQUENTIAL, 1);
    if (zig_vips.vips_image_pipelinev(image, VIPS_DEMAND_STYLE_THINSTRIP, NULL) != 0
        || zig_vips.vips_image_generate(image, NULL, fill_rows, NULL, (void *)fill, context) != 0
        || zig_vips.vips_sequential(image, &result, NULL) != 0)
        result = NULL;
    g_object_unref(image);
    return result;
}

// Calls `callback` on the writing thread each time a part of the image has been computed.
void zig_image_on_progress(VipsImage *image, void (*callback)(VipsImage *, VipsProgress *, void *),
                           void *data)
{
    zig_vips.vips_image_set_progress(image, TRUE);
    g_signal_connect_data(image, "eval", G_CALLBACK(callback), data, NULL,
                                   (GConnectFlags)0);
}

void zig_image_set_kill(VipsImage *image, int kill)
{
    zig_vips.vips_image_set_kill(image, kill);
}
