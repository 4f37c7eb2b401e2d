#include "CGLib.h"

#include <dlfcn.h>
#include <glib.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

// The ABI that the headers belong to.
#define LIBRARY "libglib-2.0.so.0"
#define DIGEST_LENGTH 32

#define FUNCTIONS(each)                                                                            \
    each(g_checksum_new) each(g_checksum_copy) each(g_checksum_update) each(g_checksum_get_digest) \
        each(g_checksum_free)

static struct {
#define DECLARE(name) __typeof__(name) *name;
    FUNCTIONS(DECLARE)
} library;

static pthread_once_t loading = PTHREAD_ONCE_INIT;

static void *find(void *handle, const char *name)
{
    void *symbol = handle ? dlsym(handle, name) : NULL;
    if (!symbol) {
        fprintf(stderr, "ziggurat: %s\n", dlerror());
        _Exit(127);
    }
    return symbol;
}

static void load(void)
{
    void *handle = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
#define FIND(name) library.name = (__typeof__(name) *)find(handle, #name);
    FUNCTIONS(FIND)
}

zig_checksum *zig_checksum_new(void)
{
    pthread_once(&loading, load);
    // Only an unknown kind of checksum comes to nothing; memory that is short ends the process.
    return (zig_checksum *)library.g_checksum_new(G_CHECKSUM_SHA256);
}

zig_checksum *zig_checksum_copy(const zig_checksum *checksum)
{
    return (zig_checksum *)library.g_checksum_copy((const GChecksum *)checksum);
}

void zig_checksum_update(zig_checksum *checksum, const uint8_t *bytes, size_t length)
{
    library.g_checksum_update((GChecksum *)checksum, bytes, (gssize)length);
}

void zig_checksum_digest(zig_checksum *checksum, uint8_t *digest)
{
    gsize length = DIGEST_LENGTH;
    library.g_checksum_get_digest((GChecksum *)checksum, digest, &length);
}

void zig_checksum_free(zig_checksum *checksum)
{
    library.g_checksum_free((GChecksum *)checksum);
}
