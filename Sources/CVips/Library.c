#include "Library.h"

struct zig_vips_library zig_vips;

const char *zig_vips_load(void)
{
    // By name the ABI that the headers belong to; zig_vips_start() has a closer look.
    return ZIG_LOAD_ONCE("libvips.so.42", FUNCTIONS, &zig_vips, NULL);
}

static void say_nothing(const char *domain, GLogLevelFlags level, const char *message, void *data)
{
    (void)domain, (void)level, (void)message, (void)data;
}

int zig_vips_start(void)
{
    // Warnings go nowhere: they are about damage that loaders put up with, and would stand between a
    // program's own lines without the name of the file.
    zig_vips.g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, say_nothing, NULL);
    // What VIPS_INIT() does: the structures of the headers have to be those of the library.
    if (zig_vips.vips_version(3) - zig_vips.vips_version(5)
        != VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE) {
        zig_vips.vips_error("ziggurat", "it is not the libvips that Ziggurat was built with");
        return -1;
    }
    if (zig_vips.vips_init("ziggurat")) return -1;
    // Every image is read once, in order: a cache of operations would only hold memory.
    zig_vips.vips_cache_set_max(0);
    return 0;
}

void zig_thread_shutdown(void)
{
    zig_vips.vips_thread_shutdown();
}

void zig_free(void *memory)
{
    if (memory)
        zig_vips.g_free(memory);
}

char *zig_error_buffer_copy(void)
{
    return zig_vips.vips_error_buffer_copy();
}

void zig_error_clear(void)
{
    zig_vips.vips_error_clear();
}

void zig_object_unref(void *object)
{
    zig_vips.g_object_unref(object);
}
