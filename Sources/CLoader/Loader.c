#define _GNU_SOURCE
#include "CLoader.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

static const char *lasting(char *message)
{
    return message ? message : "there is no memory";
}

static const char *load(const char *library, const char *const *names, size_t count, void *table)
{
    // Functions are bound when they are called, as they are for a program that is linked: binding all of
    // a hundred libraries takes longer than most programs need.
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) return lasting(strdup(dlerror()));
    for (size_t index = 0; index < count; index++) {
        void *address = dlsym(handle, names[index]);
        if (!address) {
            char *message;
            return lasting(asprintf(&message, "%s lacks %s", library, names[index]) < 0 ? NULL : message);
        }
        // Members are pointers of many types: copied, none is written as one of another type.
        memcpy((char *)table + index * sizeof address, &address, sizeof address);
    }
    return NULL;
}

const char *zig_load_once(struct zig_loading *loading, const char *library, const char *const *names,
                          size_t count, void *table, void (*prepare)(void))
{
    if (!atomic_load_explicit(&loading->is_done, memory_order_acquire)) {
        pthread_mutex_lock(&loading->lock);
        if (!atomic_load_explicit(&loading->is_done, memory_order_relaxed)) {
            loading->problem = load(library, names, count, table);
            if (!loading->problem && prepare) prepare();
            atomic_store_explicit(&loading->is_done, true, memory_order_release);
        }
        pthread_mutex_unlock(&loading->lock);
    }
    return loading->problem;
}
