#include "CISAL.h"

static struct zig_isal_library library;

const char *zig_isal_load(void)
{
    return ZIG_LOAD_ONCE("libisal.so.2", ZIG_ISAL_FUNCTIONS, &library, NULL);
}

const struct zig_isal_library *zig_isal(void)
{
    return &library;
}
