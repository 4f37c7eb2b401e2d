// Shared libraries that are loaded when they are first needed: linked to the program, they would make
// every command start later.
//
// A module lists what it calls of one, as `#define FUNCTIONS(each) each(one) each(another)`, and keeps a
// struct with a member for each, which is filled once.
#pragma once

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

// The member for a function, or for a variable: where it is, under its own name.
#define ZIG_MEMBER(name) __typeof__(name) *_Nonnull name;

// Loads a library, by the name of the ABI that the module's headers belong to, and fills the struct, when
// the first thread comes by; others wait for it. What is to follow a success, or NULL, is called once, too.
// NULL, or what is wrong, which lasts as long as the process; then nothing in the struct may be used.
#define ZIG_LOAD_ONCE(library, functions, table, prepare)                                          \
    __extension__({                                                                                \
        static const char *const names[] = {functions(ZIG_NAME)};                                  \
        _Static_assert(sizeof *(table) == sizeof names, "the struct has these members alone");     \
        static struct zig_loading loading = {.lock = PTHREAD_MUTEX_INITIALIZER};                   \
        zig_load_once(&loading, library, names, sizeof names / sizeof names[0], table, prepare);   \
    })
#define ZIG_NAME(name) #name,

// Whether a library was looked for, and what came of it.
struct zig_loading {
    pthread_mutex_t lock;
    atomic_bool is_done;
    const char *_Nullable problem;
};

// What ZIG_LOAD_ONCE calls. The table has a pointer for each name, in their order.
const char *_Nullable zig_load_once(struct zig_loading *_Nonnull loading, const char *_Nonnull library,
                                    const char *_Nonnull const *_Nonnull names, size_t count,
                                    void *_Nonnull table, void (*_Nullable prepare)(void));
