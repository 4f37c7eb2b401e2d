// What Ziggurat needs of ISA-L, which is loaded with the first PNG that is read or written: Debian has it as
// a shared library only, and one that is linked makes every command start later.
#pragma once

#include "CLoader.h"

#include <isa-l/igzip_lib.h>

// The working memory of level 1: a sum that Swift does not see through.
enum { ZIG_ISAL_LEVEL_1_SIZE = ISAL_DEF_LVL1_DEFAULT };

// All that Ziggurat calls, in the order of the alphabet.
#define ZIG_ISAL_FUNCTIONS(each)                                                                   \
    each(isal_deflate_stateless)                                                                   \
    each(isal_deflate_stateless_init)                                                              \
    each(isal_inflate)                                                                             \
    each(isal_inflate_init)

// What was found of ISA-L when it was loaded, under its own names.
struct zig_isal_library {
    ZIG_ISAL_FUNCTIONS(ZIG_MEMBER)
};

// Loads ISA-L, once. NULL, or what is wrong.
const char *_Nullable zig_isal_load(void);
// Its functions, which may be called when zig_isal_load() has returned NULL.
const struct zig_isal_library *_Nonnull zig_isal(void);
