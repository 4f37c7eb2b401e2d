// Shared libraries that are loaded when they are first needed: linked to the program, they would make
// every command start later.
//
// A module lists what it calls of one, as `#define FUNCTIONS(each) each(one) each(another)`, keeps a
// struct with a member for each, and fills it once, through pthread_once(3).
#pragma once

#include <stddef.h>

// The member for a function, or for a variable: where it is, under its own name.
#define ZIG_MEMBER(name) __typeof__(name) *_Nonnull name;

// Loads a library, by the name of the ABI that the module's headers belong to, and fills the struct.
// NULL, or what is wrong, which lasts as long as the process; then nothing in the struct may be used.
#define ZIG_LOAD(library, functions, table)                                                        \
    __extension__({                                                                                \
        static const char *const names[] = {functions(ZIG_NAME)};                                  \
        _Static_assert(sizeof *(table) == sizeof names, "the struct has these members alone");     \
        zig_load(library, names, sizeof names / sizeof names[0], table);                           \
    })
#define ZIG_NAME(name) #name,

// What ZIG_LOAD calls. The table has a pointer for each name, in their order.
const char *_Nullable zig_load(const char *_Nonnull library, const char *_Nonnull const *_Nonnull names,
                               size_t count, void *_Nonnull table);
