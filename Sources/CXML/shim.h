#pragma once
// libxml2 built with ICU pulls ICU's headers in, and Foundation carries an ICU of its own: a file that
// sees both does not compile. Nothing here needs libxml2's.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlschemastypes.h>
#include <libxml/xmlwriter.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

/// Frees what libxml2 allocated; its own `xmlFree` is a variable, which Swift cannot read safely.
static inline void ziggurat_xml_free(void *memory) { xmlFree(memory); }
