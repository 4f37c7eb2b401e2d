// libvips, loaded when the first image needs it: its eighty dependencies take longer to load than a
// short command takes to run.
//
// Types and constants are those of libvips' headers. Each function that Ziggurat uses has a namesake
// here, with fixed arguments, since Swift cannot call variadic functions. Call them only after
// zig_vips_load() has returned NULL and zig_vips_start() 0.
#pragma once

#include <vips/vips.h>

// Loads libvips. NULL on success, or the loader's message.
const char *zig_vips_load(void);
// Starts libvips after it is loaded. 0 on success.
int zig_vips_start(void);
// Frees libvips' data of the calling thread.
void zig_thread_shutdown(void);

// Frees memory that functions here return; NULL is allowed.
void zig_free(void *memory);

int zig_error_is_empty(void);
char *zig_error_buffer_copy(void);
void zig_error_clear(void);
void zig_object_unref(void *object);

// Opening and making images.
const char *zig_loader_nickname(const char *name_with_options);
int zig_loader_is_trusted(const char *nickname);
VipsImage *zig_image_open(const char *path, const char *nickname, int sequential,
                          int allows_truncated, int page, double dpi, int level,
                          const char *associated);
VipsImage *zig_image_open_bytes(const void *bytes, size_t length, int is_strict);
VipsImage *zig_image_new(void);
VipsImage *zig_image_new_from_memory(const void *bytes, size_t length, int width, int height,
                                     int bands, VipsBandFormat format);
VipsImage *zig_image_new_from_memory_copy(const void *bytes, size_t length, int width, int height,
                                          int bands, VipsBandFormat format);

// Their headers.
VipsInterpretation zig_image_guess_interpretation(VipsImage *image);
int zig_image_get_orientation(VipsImage *image);
int zig_image_get_n_pages(VipsImage *image);
int zig_image_has(VipsImage *image, const char *name);
int zig_image_get_string(VipsImage *image, const char *name, const char **value);
int zig_image_get_blob(VipsImage *image, const char *name, const void **bytes, size_t *length);
void zig_image_set_blob_copy(VipsImage *image, const char *name, const void *bytes, size_t length);
void zig_image_set_int(VipsImage *image, const char *name, int value);

// Images made from images.
int zig_image_decode(VipsImage *in, VipsImage **out);
int zig_image_extract_area(VipsImage *in, VipsImage **out, int x, int y, int width, int height);
int zig_image_resize(VipsImage *in, VipsImage **out, int width, int height, int has_alpha);
int zig_image_icc_to_srgb(VipsImage *in, VipsImage **out, const char *fallback, VipsIntent intent,
                          int depth);
int zig_image_colourspace(VipsImage *in, VipsImage **out, VipsInterpretation space);
int zig_image_flatten(VipsImage *in, VipsImage **out, const double *background, int count);
int zig_image_cast(VipsImage *in, VipsImage **out, VipsBandFormat format);
int zig_image_stretch(VipsImage *in, VipsImage **out, double factor, double offset,
                      VipsBandFormat format);
int zig_image_eight_bits(VipsImage *in, VipsImage **out);
int zig_image_sixteen_bits(VipsImage *in, VipsImage **out);
int zig_image_extract_bands(VipsImage *in, VipsImage **out, int first, int count);
int zig_image_bandjoin2(VipsImage *colour, VipsImage *alpha, VipsImage **out);

// Their pixels.
VipsRegion *zig_region_new(VipsImage *image);
int zig_region_prepare(VipsRegion *region, const VipsRect *area);
VipsPel *zig_region_address(VipsRegion *region, int x, int y);
void *zig_image_write_to_memory(VipsImage *image, size_t *length);
int zig_image_write_to_file(VipsImage *image, const char *name_with_options);
// Encodes an image into memory that zig_free() frees. The suffix is a file extension with options,
// as in ".avif[Q=85]". The file keeps the colour profile and no other metadata.
int zig_image_encode(VipsImage *in, const char *suffix, void **bytes, size_t *length);

// Images that are drawn.
void zig_image_init_fields(VipsImage *image, int width, int height, int bands,
                           VipsBandFormat format, VipsCoding coding,
                           VipsInterpretation interpretation, double x_resolution,
                           double y_resolution);
int zig_image_pipeline(VipsImage *image, VipsDemandStyle hint);
int zig_image_generate(VipsImage *image, VipsGenerateFn generate, void *data);
// Fills a row of an image; 0 where it could.
typedef int (*ZigFillRow)(void *context, int y, void *row);
VipsImage *zig_image_from_rows(int width, int height, int bands, ZigFillRow fill, void *context);
void zig_image_on_progress(VipsImage *image, void (*callback)(VipsImage *, VipsProgress *, void *),
                           void *data);
void zig_image_set_kill(VipsImage *image, int kill);
