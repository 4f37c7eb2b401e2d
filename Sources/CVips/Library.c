#include "CVips.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

struct zig_vips_library zig_vips;

// The ABI of the headers. zig_vips_start() compares the versions.
static const char library_name[] = "libvips.so.42";
static const char *problem;

static void load(void)
{
#define NAME(name) #name,
    static const char *const names[] = {ZIG_FUNCTIONS(NAME)};
    _Static_assert(sizeof zig_vips == sizeof names, "the struct has a member for each function");
    void *library = dlopen(library_name, RTLD_LAZY | RTLD_LOCAL);
    if (!library) {
        problem = strdup(dlerror());
        return;
    }
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *address = dlsym(library, names[index]);
        if (!address) {
            problem = strdup(dlerror());
            return;
        }
        // The members have many pointer types, so the address is copied as bytes.
        memcpy((char *)&zig_vips + index * sizeof address, &address, sizeof address);
    }
}

const char *zig_vips_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return problem;
}

static void ignore(const char *domain, GLogLevelFlags level, const char *message, void *data)
{
    (void)domain, (void)level, (void)message, (void)data;
}

int zig_vips_start(void)
{
    // Warnings concern damage that a loader tolerates, and do not name the file.
    g_log_set_handler("VIPS", G_LOG_LEVEL_WARNING, ignore, NULL);
    // Checks as VIPS_INIT() does that the structures of the headers match the library.
    if (zig_vips.vips_version(3) - zig_vips.vips_version(5)
        != VIPS_LIBRARY_CURRENT - VIPS_LIBRARY_AGE) {
        zig_vips.vips_error("ziggurat", "unsupported version: built with another libvips");
        return -1;
    }
    if (zig_vips.vips_init("ziggurat")) return -1;
    // Each image is read once, in order, so a cache of operations would only waste memory.
    zig_vips.vips_cache_set_max(0);
    return 0;
}
