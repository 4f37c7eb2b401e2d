#include "JPEGXLLibrary.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

struct zig_jxl_library zig_jxl_library;

static bool is_loaded;

#define TEXT(value) #value
#define VERSION(major, minor) TEXT(major) "." TEXT(minor)
#define NAME(name) "Jxl" #name,

static bool load_functions(const char *path, const char *const *names, size_t count, size_t first)
{
    void *opened = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    for (size_t index = 0; opened && index < count; index++) {
        void *address = dlsym(opened, names[index]);
        if (!address) return false;
        // The members have many pointer types, so the address is copied as bytes.
        memcpy((char *)&zig_jxl_library + (first + index) * sizeof address, &address, sizeof address);
    }
    return opened != NULL;
}

// Loads the library version whose ABI matches the headers.
static void load(void)
{
    static const char *const names[] = {ZIG_JXL_FUNCTIONS(NAME)};
    static const char *const thread_names[] = {ZIG_JXL_THREAD_FUNCTIONS(NAME)};
    const size_t count = sizeof names / sizeof *names, thread_count = sizeof thread_names / sizeof *thread_names;
    _Static_assert(sizeof zig_jxl_library == sizeof names + sizeof thread_names,
                   "the struct has a member for each function");
    is_loaded = load_functions("libjxl.so." VERSION(JPEGXL_MAJOR_VERSION, JPEGXL_MINOR_VERSION), names, count, 0)
        && load_functions("libjxl_threads.so." VERSION(JPEGXL_MAJOR_VERSION, JPEGXL_MINOR_VERSION), thread_names,
                          thread_count, count);
}

bool zig_jxl_load(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_loaded;
}
