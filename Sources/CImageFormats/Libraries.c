#include "Libraries.h"

#include <dlfcn.h>
#include <lcms2.h>
#include <openjpeg.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tiffio.h>
#include <webp/decode.h>
// jpeglib.h requires stdio.h.
#include <jpeglib.h>
#include <jxl/version.h>

#define TEXT_OF(value) #value
#define TEXT(value) TEXT_OF(value)

static char versions[9][32];
static const char *const names[] = {
    "libvips", "libjpeg-turbo", "libtiff", "lcms2", "OpenJPEG", "libwebp", "libheif", "OpenSlide", "libjxl",
};

// Finds a function of a library that is loaded on demand, and leaves the library loaded.
static void *function(const char *library, const char *name)
{
    void *opened = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    return opened ? dlsym(opened, name) : NULL;
}

static void copy(char *version, const char *text)
{
    if (text) snprintf(version, sizeof versions[0], "%s", text);
}

static void find(void)
{
    const char *(*text)(void) = (const char *(*)(void))function("libvips.so.42", "vips_version_string");
    if (text) copy(versions[0], text());
#ifdef LIBJPEG_TURBO_VERSION
    copy(versions[1], TEXT(LIBJPEG_TURBO_VERSION));
#else
    copy(versions[1], TEXT(JPEG_LIB_VERSION));
#endif
    // The text is “LIBTIFF, Version 4.5.0”, followed by a line on copyright.
    sscanf(TIFFGetVersion(), "LIBTIFF, Version %31[0-9.]", versions[2]);
    const int lcms = cmsGetEncodedCMMversion();
    snprintf(versions[3], sizeof versions[3], "%d.%d", lcms / 1000, lcms % 1000 / 10);
    copy(versions[4], opj_version());
    const int webp = WebPGetDecoderVersion();
    snprintf(versions[5], sizeof versions[5], "%d.%d.%d", webp >> 16, webp >> 8 & 255, webp & 255);
    text = (const char *(*)(void))function("libheif.so.1", "heif_get_version");
    if (text) copy(versions[6], text());
    text = (const char *(*)(void))function("libopenslide.so.1", "openslide_get_version");
    if (!text) text = (const char *(*)(void))function("libopenslide.so.0", "openslide_get_version");
    if (text) copy(versions[7], text());
    unsigned (*number)(void) = (unsigned (*)(void))function(
        "libjxl.so." TEXT(JPEGXL_MAJOR_VERSION) "." TEXT(JPEGXL_MINOR_VERSION), "JxlDecoderVersion");
    if (number) {
        const unsigned jxl = number();
        snprintf(versions[8], sizeof versions[8], "%u.%u.%u", jxl / 1000000, jxl / 1000 % 1000, jxl % 1000);
    }
}

const char *zig_library_version(const char *name)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find);
    for (size_t index = 0; index < sizeof names / sizeof *names; index++)
        if (!strcmp(name, names[index])) return *versions[index] ? versions[index] : NULL;
    return NULL;
}
