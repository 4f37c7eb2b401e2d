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

// A file that ends early is an error; damage in the middle is left to the loader. The path is taken as it is:
// vips_image_new_from_file() would read what stands in brackets at its end as options.
//
// name_with_options: the path with empty options behind it, for libvips to find the loader.
static inline VipsImage *zig_image_open(const char *path, const char *name_with_options, int sequential)
{
    const char *loader = vips_foreign_find_load(name_with_options);
    VipsImage *image = NULL;
    if (!loader || vips_call(loader, path, &image,
            "access", sequential ? VIPS_ACCESS_SEQUENTIAL : VIPS_ACCESS_RANDOM,
            "fail_on", VIPS_FAIL_ON_TRUNCATED,
            NULL))
        return NULL;
    return image;
}

static inline int zig_image_autorot(VipsImage *in, VipsImage **out)
{
    return vips_autorot(in, out, NULL);
}

// From the embedded profile, or from the fallback where there is none, to 8-bit sRGB.
static inline int zig_image_icc_to_srgb(VipsImage *in, VipsImage **out, const char *fallback)
{
    return vips_icc_transform(in, out, "srgb",
        "embedded", TRUE,
        "input_profile", fallback,
        "intent", VIPS_INTENT_RELATIVE,
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
