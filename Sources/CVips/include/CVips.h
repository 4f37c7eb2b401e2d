// libvips, loaded when the first image needs it. The eighty dependencies of libvips take longer to load than a short
// command takes to run.
//
// Types and constants come from libvips' headers. Each function that Ziggurat uses has a counterpart here
// with fixed arguments, because Swift cannot call variadic functions. Call these functions only after
// zig_vips_load() has returned NULL and zig_vips_start() has returned 0.
#pragma once

#include <vips/vips.h>

// Loads libvips. Returns NULL on success, or the dynamic loader's message.
const char *zig_vips_load(void);
// Starts libvips after it is loaded. Returns 0 on success.
int zig_vips_start(void);

// Returns the page labels of a PDF, a line `Llabel` for each, then the entries of its table of contents. An
// entry is a line `Sdepth page title` with a page from 1. The number of labels and of entries is limited to
// `most` each. Returns NULL if the file cannot be read; otherwise the caller frees the result with g_free().
// Call it after zig_vips_start().
char *zig_document_contents(const char *path, int most);

// All functions of libvips that Ziggurat calls, in alphabetical order.
#define ZIG_FUNCTIONS(each)                     \
    each(vips_area_unref)                       \
    each(vips_array_double_new)                 \
    each(vips_bandjoin2)                        \
    each(vips_cache_operation_buildp)           \
    each(vips_cache_set_max)                    \
    each(vips_cast)                             \
    each(vips_class_find)                       \
    each(vips_colourspace)                      \
    each(vips_copy)                             \
    each(vips_error)                            \
    each(vips_error_buffer)                     \
    each(vips_error_buffer_copy)                \
    each(vips_error_clear)                      \
    each(vips_extract_area)                     \
    each(vips_extract_band)                     \
    each(vips_flatten)                          \
    each(vips_foreign_find_load)                \
    each(vips_format_sizeof_unsafe)             \
    each(vips_icc_transform)                    \
    each(vips_image_decode)                     \
    each(vips_image_generate)                   \
    each(vips_image_get_blob)                   \
    each(vips_image_get_image)                  \
    each(vips_image_get_n_pages)                \
    each(vips_image_get_orientation)            \
    each(vips_image_get_string)                 \
    each(vips_image_get_typeof)                 \
    each(vips_image_guess_interpretation)       \
    each(vips_image_init_fields)                \
    each(vips_image_map)                        \
    each(vips_image_new)                        \
    each(vips_image_new_from_buffer)            \
    each(vips_image_new_from_memory)            \
    each(vips_image_new_from_memory_copy)       \
    each(vips_image_pipelinev)                  \
    each(vips_image_remove)                     \
    each(vips_image_set)                        \
    each(vips_image_set_blob_copy)              \
    each(vips_image_set_int)                    \
    each(vips_image_set_kill)                   \
    each(vips_image_set_progress)               \
    each(vips_image_set_string)                 \
    each(vips_image_write_to_buffer)            \
    each(vips_image_write_to_file)              \
    each(vips_image_write_to_memory)            \
    each(vips_init)                             \
    each(vips_linear1)                          \
    each(vips_object_unref_outputs)             \
    each(vips_operation_new)                    \
    each(vips_premultiply)                      \
    each(vips_region_new)                       \
    each(vips_region_prepare)                   \
    each(vips_resize)                           \
    each(vips_sequential)                       \
    each(vips_source_new_from_file)             \
    each(vips_start_one)                        \
    each(vips_stop_one)                         \
    each(vips_thread_shutdown)                  \
    each(vips_unpremultiply)                    \
    each(vips_version)

#define ZIG_MEMBER(name) __typeof__(name) *name;
// The addresses of the functions. zig_vips_load() sets them once.
extern struct zig_vips_library {
    ZIG_FUNCTIONS(ZIG_MEMBER)
} zig_vips;

// Defines a function that calls a function of libvips with these arguments.
#define ZIG_CALL(type, name, parameters, function, ...) \
    static inline type zig_##name parameters { return zig_vips.vips_##function(__VA_ARGS__); }

// Frees the calling thread's data in libvips.
ZIG_CALL(void, thread_shutdown, (void), thread_shutdown)

// Returns a copy of the messages of all threads; the caller frees it with g_free().
ZIG_CALL(char *, error_buffer_copy, (void), error_buffer_copy)
ZIG_CALL(const char *, error_buffer, (void), error_buffer)
ZIG_CALL(void, error_clear, (void), error_clear)
// Appends a message to the error buffer.
ZIG_CALL(void, error_add, (const char *message), error, "ziggurat", "%s", message)

// Opening and creating images.
//
// Returns the nickname of the loader for a file, such as "jpegload"; NULL if libvips does not recognise the
// file. name_with_options: the path and "[]", because libvips reads brackets at the end of a path as options.
const char *zig_loader_nickname(const char *name_with_options);
// Whether libvips has a loader. The loaders of some formats are modules that may be missing.
int zig_loader_exists(const char *nickname);
// Whether libvips trusts a loader with hostile files.
int zig_loader_is_trusted(const char *nickname);
// Opens a file with a loader.
//
// fail_on: the damage that is an error. page: from 0. dpi: the resolution of drawings.
// level: the value of the loader's option level_option. associated: the associated image of a slide.
// Negative numbers, 0 for dpi, and NULL mean the loader's defaults.
VipsImage *zig_image_open(const char *path, const char *nickname, int sequential,
                          VipsFailOn fail_on, int page, double dpi, int level,
                          const char *level_option, const char *associated);
// Opens a tile in memory. fail_on: the damage that is an error.
ZIG_CALL(VipsImage *, image_open_bytes, (const void *bytes, size_t length, VipsFailOn fail_on),
         image_new_from_buffer, bytes, length, "", "access", VIPS_ACCESS_SEQUENTIAL, "fail_on",
         fail_on, NULL)
ZIG_CALL(VipsImage *, image_new_from_memory,
         (const void *bytes, size_t length, int width, int height, int bands, VipsBandFormat format),
         image_new_from_memory, bytes, length, width, height, bands, format)
ZIG_CALL(VipsImage *, image_new_from_memory_copy,
         (const void *bytes, size_t length, int width, int height, int bands, VipsBandFormat format),
         image_new_from_memory_copy, bytes, length, width, height, bands, format)

// The headers of images.
ZIG_CALL(VipsInterpretation, image_guess_interpretation, (VipsImage *image),
         image_guess_interpretation, image)
ZIG_CALL(int, image_get_orientation, (VipsImage *image), image_get_orientation, image)
ZIG_CALL(int, image_get_n_pages, (VipsImage *image), image_get_n_pages, image)
// Returns the type of a field; 0 if it is missing.
ZIG_CALL(GType, image_get_typeof, (const VipsImage *image, const char *name), image_get_typeof,
         image, name)
ZIG_CALL(int, image_get_string, (const VipsImage *image, const char *name, const char **value),
         image_get_string, image, name, value)
ZIG_CALL(int, image_get_blob,
         (const VipsImage *image, const char *name, const void **bytes, size_t *length),
         image_get_blob, image, name, bytes, length)
ZIG_CALL(void, image_set_blob_copy,
         (VipsImage *image, const char *name, const void *bytes, size_t length),
         image_set_blob_copy, image, name, bytes, length)
ZIG_CALL(gboolean, image_remove, (VipsImage *image, const char *name), image_remove, image, name)
ZIG_CALL(void, image_set_int, (VipsImage *image, const char *name, int value), image_set_int, image, name,
         value)
ZIG_CALL(void, image_set_string, (VipsImage *image, const char *name, const char *value),
         image_set_string, image, name, value)

// Operations, which create images from images.
//
// Decodes packed samples.
ZIG_CALL(int, image_decode, (VipsImage *in, VipsImage **out), image_decode, in, out)
ZIG_CALL(int, image_copy, (VipsImage *in, VipsImage **out), copy, in, out, NULL)
ZIG_CALL(int, image_extract_area,
         (VipsImage *in, VipsImage **out, int x, int y, int width, int height), extract_area, in, out,
         x, y, width, height, NULL)
// Resizes an image with 8- or 16-bit samples. has_alpha: whether the last band is alpha.
int zig_image_resize(VipsImage *in, VipsImage **out, int width, int height, int has_alpha);
// Converts from the embedded profile, or else from the fallback, to sRGB with 8 or 16 bits per sample.
// compensates: whether to compensate for the black point.
ZIG_CALL(int, image_icc_to_srgb,
         (VipsImage *in, VipsImage **out, const char *fallback, VipsIntent intent, int compensates,
          int depth),
         icc_transform, in, out, "srgb", "embedded", TRUE, "input_profile", fallback, "intent",
         intent, "black_point_compensation", compensates, "depth", depth, NULL)
ZIG_CALL(int, image_colourspace, (VipsImage *in, VipsImage **out, VipsInterpretation space),
         colourspace, in, out, space, NULL)
// Blends with a background that has one sample for each colour band.
int zig_image_flatten(VipsImage *in, VipsImage **out, const double *background, int count);
ZIG_CALL(int, image_cast, (VipsImage *in, VipsImage **out, VipsBandFormat format), cast, in, out,
         format, NULL)
// Multiplies every sample, adds an offset and clips to the format. 8- and 16-bit results are grey or RGB.
int zig_image_stretch(VipsImage *in, VipsImage **out, double factor, double offset,
                      VipsBandFormat format);
// Declares that floating-point samples are CIELAB.
ZIG_CALL(int, image_lab, (VipsImage *in, VipsImage **out), copy, in, out, "interpretation",
         VIPS_INTERPRETATION_LAB, NULL)
// Converts to 8 bits: takes the upper half of 16 bits and clips other numbers.
ZIG_CALL(int, image_eight_bits, (VipsImage *in, VipsImage **out), cast, in, out, VIPS_FORMAT_UCHAR,
         "shift", in->BandFmt == VIPS_FORMAT_USHORT, NULL)
ZIG_CALL(int, image_extract_bands, (VipsImage *in, VipsImage **out, int first, int count),
         extract_band, in, out, first, "n", count, NULL)
ZIG_CALL(int, image_bandjoin2, (VipsImage *colour, VipsImage *alpha, VipsImage **out), bandjoin2,
         colour, alpha, out, NULL)

// Returns the linear light of an sRGB value from 0 to 1. Source: IEC 61966-2-1, 5.2.
double zig_linear_light(double value);

// The parameters for colours that are premultiplied by alpha, in floating-point numbers.
typedef struct {
    // Whether the result has no alpha: colour + (1 - alpha) * background. Otherwise colours are divided by
    // alpha. A pixel with more light than its alpha covers gets the alpha of its light.
    int flattens;
    // The background in samples of the image.
    float background[3];
    // The samples of white, and of full opacity before and after the operation.
    float white, stored_opacity, opacity;
} zig_association;

// Flattens or divides premultiplied floating-point colours. Alpha is the last band.
int zig_image_unassociate(VipsImage *in, VipsImage **out, const zig_association *association);

// The pixels of images.
ZIG_CALL(VipsRegion *, region_new, (VipsImage *image), region_new, image)
ZIG_CALL(int, region_prepare, (VipsRegion *region, const VipsRect *area), region_prepare, region,
         area)
// Returns the address of a pixel in a region, as VIPS_REGION_ADDR() computes it.
VipsPel *zig_region_address(VipsRegion *region, int x, int y);
// The caller frees the result with g_free().
ZIG_CALL(void *, image_write_to_memory, (VipsImage *image, size_t *length), image_write_to_memory,
         image, length)
// Writes an image to a file name with options, as in "picture.jpg[Q=90]".
ZIG_CALL(int, image_write_to_file, (VipsImage *image, const char *name_with_options),
         image_write_to_file, image, name_with_options, NULL)
// Encodes an image into memory that the caller frees with g_free(). suffix: a file extension with options,
// such as ".avif[Q=85]". The file keeps the colour profile and no other metadata.
ZIG_CALL(int, image_encode, (VipsImage *in, const char *suffix, void **bytes, size_t *length),
         image_write_to_buffer, in, suffix, bytes, length, "strip",
         zig_image_get_typeof(in, VIPS_META_ICC_NAME) == 0, NULL)

// Images that the caller draws.
//
// Fills a part of a row. Returns 0 on success.
typedef int (*ZigFillRow)(void *context, int x, int y, int width, VipsPel *pixels);
// Creates an image whose rows are read as a whole, once each, from the top. release: called with the context
// when the image is no longer used, also if this function fails; NULL to keep the context.
VipsImage *zig_image_from_rows(int width, int height, int bands, VipsBandFormat format,
                               VipsInterpretation interpretation, ZigFillRow fill, void *context,
                               GDestroyNotify release);
// Copies the fields of a header except the fields that describe the samples.
void zig_image_copy_fields(VipsImage *from, VipsImage *to);
// Called on the writing thread with the finished part, 0 to 1; returns 0 to cancel.
typedef int (*ZigReport)(void *context, double part);
// Draws an RGB image on all threads and writes it to a file name with options. Returns 0 on success.
int zig_image_draw(const char *name_with_options, int width, int height, ZigFillRow fill,
                   ZigReport report, void *context);
