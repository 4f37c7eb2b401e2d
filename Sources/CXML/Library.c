#include "CXML.h"

#include <dlfcn.h>
#include <libxml/xmlschemastypes.h>
#include <pthread.h>
#include <stdio.h>

// The ABI that the headers belong to.
#define LIBRARY "libxml2.so.2"

static struct zig_xml_library library;
static xmlFreeFunc free_memory;
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static char load_error[256];

static void *find(void *handle, const char *name)
{
    void *symbol = dlsym(handle, name);
    if (!symbol)
        snprintf(load_error, sizeof load_error, LIBRARY " lacks %s", name);
    return symbol;
}

static void load(void)
{
    void *handle = dlopen(LIBRARY, RTLD_LAZY | RTLD_LOCAL);
    if (!handle) {
        snprintf(load_error, sizeof load_error, "libxml2 cannot be loaded: %s", dlerror());
        return;
    }
#define FIND(name) library.name = (__typeof__(name) *)find(handle, #name);
    ZIG_XML_FUNCTIONS(FIND)
    __typeof__(xmlInitParser) *init_parser = (__typeof__(xmlInitParser) *)find(handle, "xmlInitParser");
    __typeof__(xmlSchemaInitTypes) *init_types =
        (__typeof__(xmlSchemaInitTypes) *)find(handle, "xmlSchemaInitTypes");
    // A variable, which holds the function.
    xmlFreeFunc *free_variable = find(handle, "xmlFree");
    if (load_error[0])
        return;
    free_memory = *free_variable;
    // Setting it up lazily, as it would, is not safe from several threads.
    init_parser();
    init_types();
}

const struct zig_xml_library *zig_xml(void)
{
    pthread_once(&loading, load);
    return load_error[0] ? NULL : &library;
}

const char *zig_xml_load_error(void)
{
    return load_error;
}

void zig_xml_free(void *memory)
{
    free_memory(memory);
}
