#include "CXML.h"

static struct zig_xml_library library;

// Lazily, as it would do it, this is not safe from several threads.
static void set_up(void)
{
    library.xmlInitParser();
    library.xmlSchemaInitTypes();
}

const char *zig_xml_load(void)
{
    return ZIG_LOAD_ONCE("libxml2.so.2", ZIG_XML_FUNCTIONS, &library, set_up);
}

const struct zig_xml_library *zig_xml(void)
{
    return &library;
}

void zig_xml_free(void *memory)
{
    (*library.xmlFree)(memory);
}
