#include "CGLib.h"

#include <CLoader.h>
#include <glib.h>
#include <stdio.h>
#include <stdlib.h>

#define DIGEST_LENGTH 32

#define FUNCTIONS(each)                                                                            \
    each(g_checksum_new) each(g_checksum_copy) each(g_checksum_update) each(g_checksum_get_digest) \
        each(g_checksum_free)

static struct {
    FUNCTIONS(ZIG_MEMBER)
} library;

zig_checksum *zig_checksum_new(void)
{
    const char *problem = ZIG_LOAD_ONCE("libglib-2.0.so.0", FUNCTIONS, &library, NULL);
    if (problem) {
        fprintf(stderr, "ziggurat: %s\n", problem);
        _Exit(127);
    }
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
