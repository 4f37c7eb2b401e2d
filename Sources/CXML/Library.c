#include "CXML.h"

#include <pthread.h>

static struct zig_xml_library library;
static pthread_once_t loading = PTHREAD_ONCE_INIT;
static const char *load_error;

static void load(void)
{
    load_error = ZIG_LOAD("libxml2.so.2", ZIG_XML_FUNCTIONS, &library);
    if (load_error) return;
    // Setting it up lazily, as it would, is not safe from several threads.
    library.xmlInitParser();
    library.xmlSchemaInitTypes();
}

const char *zig_xml_load(void)
{
    pthread_once(&loading, load);
    return load_error;
}

const struct zig_xml_library *zig_xml(void)
{
    return &library;
}

void zig_xml_free(void *memory)
{
    (*library.xmlFree)(memory);
}
