#include "Brotli.h"

#include <dlfcn.h>
#include <pthread.h>
#include <string.h>

// BrotliDecoderDecompress of brotli/decode.h.
static int (*decompress)(size_t count, const uint8_t *bytes, size_t *size, uint8_t *buffer);

#define SUCCESS 1

static void load(void)
{
    void *library = dlopen("libbrotlidec.so.1", RTLD_LAZY | RTLD_LOCAL);
    void *address = library ? dlsym(library, "BrotliDecoderDecompress") : NULL;
    // The pointer types differ, so the address is copied as bytes.
    memcpy(&decompress, &address, sizeof address);
}

ptrdiff_t zig_brotli_decompress(const uint8_t *bytes, size_t count, uint8_t *buffer, size_t size)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return decompress && decompress(count, bytes, &size, buffer) == SUCCESS ? (ptrdiff_t)size : -1;
}
