// What Ziggurat needs of libxml2, which is loaded when the first document is read: it brings ICU, whose
// libraries take longer to load than most commands take.
//
// Types and constants are those of libxml2's own headers, through the link beside this file: the flags
// that pkg-config gives would link the library, too.
#pragma once

#include "CLoader.h"

// libxml2 built with ICU pulls ICU's headers in, and Foundation carries an ICU of its own: a file that
// sees both does not compile. Nothing here needs libxml2's.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlschemastypes.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// All that Ziggurat calls, in the order of the alphabet.
#define ZIG_XML_FUNCTIONS(each)                                                                    \
    each(xmlCopyDoc)                                                                               \
    each(xmlCtxtReadMemory)                                                                        \
    each(xmlDocGetRootElement)                                                                     \
    each(xmlFirstElementChild)                                                                     \
    each(xmlFree)                                                                                  \
    each(xmlFreeDoc)                                                                               \
    each(xmlFreeParserCtxt)                                                                        \
    each(xmlHasNsProp)                                                                             \
    each(xmlInitParser)                                                                            \
    each(xmlNewParserCtxt)                                                                         \
    each(xmlNextElementSibling)                                                                    \
    each(xmlRemoveProp)                                                                            \
    each(xmlSchemaFree)                                                                            \
    each(xmlSchemaFreeParserCtxt)                                                                  \
    each(xmlSchemaFreeValidCtxt)                                                                   \
    each(xmlSchemaInitTypes)                                                                       \
    each(xmlSchemaNewDocParserCtxt)                                                                \
    each(xmlSchemaNewValidCtxt)                                                                    \
    each(xmlSchemaParse)                                                                           \
    each(xmlSchemaSetParserStructuredErrors)                                                       \
    each(xmlSchemaSetValidStructuredErrors)                                                        \
    each(xmlSchemaValidateDoc)                                                                     \
    each(xmlStopParser)                                                                            \
    each(xmlXPathCastNodeToString)                                                                 \
    each(xmlXPathCastToString)                                                                     \
    each(xmlXPathEvalExpression)                                                                   \
    each(xmlXPathFreeContext)                                                                      \
    each(xmlXPathFreeObject)                                                                       \
    each(xmlXPathNewContext)                                                                       \
    each(xmlXPathNodeSetSort)                                                                      \
    each(xmlXPathRegisterNs)

// What was found of libxml2 when it was loaded, under its own names. xmlFree is a variable, of a
// pointer type that does not say whether it may be NULL.
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wnullability-completeness"
struct zig_xml_library {
    ZIG_XML_FUNCTIONS(ZIG_MEMBER)
};
#pragma clang diagnostic pop

// Loads libxml2 and sets it up, once. NULL, or what is wrong.
const char *_Nullable zig_xml_load(void);
// Its functions, which may be called when zig_xml_load() has returned NULL.
const struct zig_xml_library *_Nonnull zig_xml(void);

// Frees what libxml2 allocated.
void zig_xml_free(void *_Nullable memory);
