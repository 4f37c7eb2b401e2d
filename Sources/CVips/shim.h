// libvips for Swift, which cannot call C functions that take a variable number of arguments: each such
// call that Ziggurat makes stands here with its arguments fixed.
#pragma once
#include <vips/vips.h>

static inline void zig_vips_say_nothing(
    const char *domain, GLogLevelFlags level, const char *message, void *data)
{
}

// Warnings go nowhere: they are about damage that loaders put up with, and would stand between a program's
// own lines without the name of the file.
static inline int zig_vips_init(void)
{
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, zig_vips_say_nothing, NULL);
    return VIPS_INIT("ziggurat");
}

static inline void *zig_object_ref(void *object)
{
    return g_object_ref(object);
}

static inline void zig_object_unref(void *object)
{
    g_object_unref(object);
}

// Whether libvips would leave a file to a loader that it does not hold to be safe with hostile files.
static inline int zig_needs_trust(const char *name_with_options)
{
    const char *loader = vips_foreign_find_load(name_with_options);
    const VipsObjectClass *class = loader ? vips_class_find("VipsOperation", loader) : NULL;
    return class && (((const VipsOperationClass *)class)->flags & VIPS_OPERATION_UNTRUSTED) != 0;
}

// Says an option to a loader that knows it.
#define ZIG_SET(OPERATION, NAME, VALUE) \
    if (g_object_class_find_property(G_OBJECT_GET_CLASS(OPERATION), NAME)) \
    g_object_set(OPERATION, NAME, VALUE, NULL)

// A file that ends early is an error unless that is allowed; damage in the middle is left to the loader. The path
// is taken as it is: vips_image_new_from_file() would read what stands in brackets at its end as options.
//
// name_with_options: the path with empty options behind it, for libvips to find the loader.
// page: from 0; negative: what the loader takes by itself. dpi: 0: so too.
static inline VipsImage *zig_image_open(
    const char *path, const char *name_with_options, int sequential, int allows_truncated,
    int page, double dpi)
{
    const char *loader = vips_foreign_find_load(name_with_options);
    VipsOperation *operation = loader ? vips_operation_new(loader) : NULL;
    if (!operation)
        return NULL;
    g_object_set(operation, "filename", path,
        "access", sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM,
        "fail_on", allows_truncated ? VIPS_FAIL_ON_NONE : VIPS_FAIL_ON_TRUNCATED,
        NULL);
    if (page >= 0)
        ZIG_SET(operation, "page", page);
    if (dpi > 0)
        ZIG_SET(operation, "dpi", dpi);
    VipsImage *image = NULL;
    if (vips_cache_operation_buildp(&operation) == 0)
        g_object_get(operation, "out", &image, NULL);
    vips_object_unref_outputs(VIPS_OBJECT(operation));
    g_object_unref(operation);
    return image;
}

static inline int zig_image_extract_area(VipsImage *in, VipsImage **out, int x, int y, int width, int height)
{
    return vips_extract_area(in, out, x, y, width, height, NULL);
}

// Reduces 8-bit samples to a size; has_alpha: the last band is.
static inline int zig_image_resize(VipsImage *in, VipsImage **out, int width, int height, int has_alpha)
{
    VipsImage *stages[4] = {NULL, NULL, NULL, NULL};
    int status = 0;
    if (has_alpha)
        status = vips_premultiply(in, &stages[0], NULL);
    if (status == 0)
        status = vips_resize(has_alpha ? stages[0] : in, &stages[1], (double)width / in->Xsize,
            "vscale", (double)height / in->Ysize, NULL);
    if (status == 0 && has_alpha)
        status = vips_unpremultiply(stages[1], &stages[2], NULL);
    if (status == 0)
        status = vips_cast(stages[has_alpha ? 2 : 1], &stages[3], VIPS_FORMAT_UCHAR, NULL);
    if (status == 0)
        status = vips_extract_area(stages[3], out, 0, 0, width, height, NULL);
    for (int i = 0; i < 4; i++)
        if (stages[i])
            g_object_unref(stages[i]);
    return status;
}

// From the embedded profile, or from the fallback where there is none, to 8-bit sRGB.
static inline int zig_image_icc_to_srgb(VipsImage *in, VipsImage **out, const char *fallback, VipsIntent intent)
{
    return vips_icc_transform(in, out, "srgb",
        "embedded", TRUE,
        "input_profile", fallback,
        "intent", intent,
        "black_point_compensation", TRUE,
        "depth", 8,
        NULL);
}

static inline int zig_image_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space)
{
    return vips_colourspace(in, out, space, NULL);
}

static inline int zig_image_flatten(VipsImage *in, VipsImage **out, VipsArrayDouble *background)
{
    return vips_flatten(in, out, "background", background, NULL);
}

static inline int zig_image_cast(VipsImage *in, VipsImage **out, VipsBandFormat format)
{
    return vips_cast(in, out, format, NULL);
}

// Every sample times a factor and an offset more, cut off where the format ends. What becomes 8 bits is grey or
// sRGB from then on.
static inline int zig_image_stretch(
    VipsImage *in, VipsImage **out, double factor, double offset, VipsBandFormat format)
{
    VipsImage *stretched = NULL;
    int status = vips_linear1(in, &stretched, factor, offset, NULL)
        || vips_cast(stretched, out, format, NULL);
    if (stretched)
        g_object_unref(stretched);
    if (status == 0 && format == VIPS_FORMAT_UCHAR)
        (*out)->Type = in->Bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
    return status;
}

// Of 16 bits the upper half; everything else as it is, cut off where 8 bits end.
static inline int zig_image_eight_bits(VipsImage *in, VipsImage **out)
{
    gboolean is_wide = vips_image_get_format(in) == VIPS_FORMAT_USHORT;
    return vips_cast(in, out, VIPS_FORMAT_UCHAR, "shift", is_wide, NULL);
}

static inline int zig_image_extract_bands(VipsImage *in, VipsImage **out, int first, int count)
{
    return vips_extract_band(in, out, first, "n", count, NULL);
}

// Scales every band by its own factor; one factor serves all.
static inline int zig_image_linear(VipsImage *in, VipsImage **out, const double *factors, int count)
{
    static const double zero[4] = {0, 0, 0, 0};
    return vips_linear(in, out, factors, zero, count, NULL);
}

static inline int zig_image_bandjoin2(VipsImage *colour, VipsImage *alpha, VipsImage **out)
{
    return vips_bandjoin2(colour, alpha, out, NULL);
}

static inline int zig_image_png(VipsImage *in, void **bytes, size_t *length)
{
    return vips_pngsave_buffer(in, bytes, length, "strip", TRUE, NULL);
}

static inline int zig_image_avif(VipsImage *in, void **bytes, size_t *length, int quality, int lossless)
{
    return vips_heifsave_buffer(in, bytes, length,
        "Q", quality, "lossless", lossless, "compression", VIPS_FOREIGN_HEIF_COMPRESSION_AV1,
        // Without it libvips halves the colour of lossless pictures too.
        "subsample_mode", lossless ? VIPS_FOREIGN_SUBSAMPLE_OFF : VIPS_FOREIGN_SUBSAMPLE_AUTO,
        "strip", TRUE, NULL);
}

// Makes a file name with options (`picture.jpg[Q=90]`) the destination of an image.
// vips_image_write_to_file() takes a list of further options, which Swift cannot pass.
static inline int zig_image_write_to_file(VipsImage *image, const char *name_with_options) {
    return vips_image_write_to_file(image, name_with_options, NULL);
}

// The address of a pixel that a region holds: VIPS_REGION_ADDR() is a macro.
static inline VipsPel *zig_region_address(VipsRegion *region, int x, int y) {
    return VIPS_REGION_ADDR(region, x, y);
}

// Calls `callback` on the writing thread each time a part of the image has been computed.
// g_signal_connect() is a macro, and GCallback hides the type of what is called.
static inline void zig_image_on_progress(VipsImage *image,
    void (*callback)(VipsImage *, VipsProgress *, void *), void *data) {
    vips_image_set_progress(image, TRUE);
    g_signal_connect(image, "eval", G_CALLBACK(callback), data);
}

// Says that an image is made from nothing but its own generator, and in what shape of pieces.
// vips_image_pipelinev() takes a list of input images, which Swift cannot pass.
static inline int zig_image_pipeline(VipsImage *image, VipsDemandStyle hint) {
    return vips_image_pipelinev(image, hint, NULL);
}

// A tile in memory. With `is_strict` everything that a loader would only warn of is an error.
static inline VipsImage *zig_image_open_bytes(const void *bytes, size_t length, int is_strict)
{
    return vips_image_new_from_buffer(bytes, length, "",
        "access", VIPS_ACCESS_SEQUENTIAL,
        "fail_on", is_strict ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_NONE,
        NULL);
}
