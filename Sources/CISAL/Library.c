#include "CISAL.h"

#include <pthread.h>

static struct zig_isal_library library;
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static const char *load_error;

static void load(void)
{
    load_error = ZIG_LOAD("libisal.so.2", ZIG_ISAL_FUNCTIONS, &library);
}

const char *zig_isal_load(void)
{
    pthread_once(&loading, load);
    return load_error;
}

const struct zig_isal_library *zig_isal(void)
{
    return &library;
}
