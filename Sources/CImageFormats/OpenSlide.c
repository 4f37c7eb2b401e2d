#include "OpenSlide.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

// The ABIs of OpenSlide 4 and 3. The functions below are equal in both ABIs.
static const char *const library_names[] = {"libopenslide.so.1", "libopenslide.so.0"};

static struct {
    zig_slide *(*open)(const char *path);
    void (*close)(zig_slide *slide);
    const char *(*error)(zig_slide *slide);
    const char *(*property)(zig_slide *slide, const char *name);
    void (*size)(zig_slide *slide, int64_t *width, int64_t *height);
    void (*read)(zig_slide *slide, uint32_t *pixels, int64_t x, int64_t y, int32_t level, int64_t width,
                 int64_t height);
} library;

static bool is_loaded;

static void load(void)
{
    void *opened = NULL;
    for (size_t index = 0; index < sizeof library_names / sizeof *library_names && !opened; index++)
        opened = dlopen(library_names[index], RTLD_LAZY | RTLD_LOCAL);
    if (!opened) return;
    library.open = dlsym(opened, "openslide_open");
    library.close = dlsym(opened, "openslide_close");
    library.error = dlsym(opened, "openslide_get_error");
    library.property = dlsym(opened, "openslide_get_property_value");
    library.size = dlsym(opened, "openslide_get_level0_dimensions");
    library.read = dlsym(opened, "openslide_read_region");
    is_loaded = library.open && library.close && library.error && library.property
        && library.size && library.read;
}

zig_slide *zig_slide_open(const char *path)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    zig_slide *slide = is_loaded ? library.open(path) : NULL;
    if (slide && library.error(slide)) {
        library.close(slide);
        return NULL;
    }
    return slide;
}

void zig_slide_close(zig_slide *slide)
{
    library.close(slide);
}

const char *zig_slide_property(zig_slide *slide, const char *name)
{
    return library.property(slide, name);
}

void zig_slide_size(zig_slide *slide, int64_t *width, int64_t *height)
{
    library.size(slide, width, height);
}

const char *zig_slide_read(zig_slide *slide, uint32_t *pixels, int64_t x, int64_t y, int64_t width,
                           int64_t height)
{
    library.read(slide, pixels, x, y, 0, width, height);
    return library.error(slide);
}

void zig_slide_to_rgb(const uint32_t *pixels, uint8_t *rgb, int count, uint32_t background)
{
    for (int i = 0; i < count; i++, rgb += 3) {
        uint32_t pixel = pixels[i];
        uint32_t alpha = pixel >> 24;
        if (alpha == 0) pixel = background;
        uint32_t red = pixel >> 16 & 255, green = pixel >> 8 & 255, blue = pixel & 255;
        if (alpha != 0 && alpha != 255) {
            red = 255 * red / alpha;
            green = 255 * green / alpha;
            blue = 255 * blue / alpha;
        }
        rgb[0] = (uint8_t)red;
        rgb[1] = (uint8_t)green;
        rgb[2] = (uint8_t)blue;
    }
}
