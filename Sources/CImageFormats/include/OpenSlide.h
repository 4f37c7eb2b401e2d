// Whole slides through OpenSlide. OpenSlide is loaded when the first slide is opened, because it loads forty
// other libraries.
#pragma once
#include <stdint.h>

// An open slide, which threads can share.
typedef struct _openslide zig_slide;

// Opens a slide. Returns NULL if OpenSlide is not found, or cannot read the file.
zig_slide *_Nullable zig_slide_open(const char *_Nonnull path);
void zig_slide_close(zig_slide *_Nonnull slide);

// The value of a property; NULL if the slide does not have the property. The text is valid as long as the
// slide is open.
const char *_Nullable zig_slide_property(zig_slide *_Nonnull slide, const char *_Nonnull name);
// The size at full resolution, which is negative if the slide is damaged.
void zig_slide_size(zig_slide *_Nonnull slide, int64_t *_Nonnull width, int64_t *_Nonnull height);

// Reads a region at full resolution. Each pixel has alpha, red, green and blue, from the highest byte. The
// colours are multiplied by alpha. Returns NULL on success, and the reason otherwise. After a failure, all
// further calls fail.
const char *_Nullable zig_slide_read(zig_slide *_Nonnull slide, uint32_t *_Nonnull pixels, int64_t x,
                                     int64_t y, int64_t width, int64_t height);
// Converts pixels from zig_slide_read to RGB, as libvips does. background: the colour 0xRRGGBB of pixels
// whose alpha is 0.
void zig_slide_to_rgb(const uint32_t *_Nonnull pixels, uint8_t *_Nonnull rgb, int count,
                      uint32_t background);
