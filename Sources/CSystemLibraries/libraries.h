// The libraries that Swift code calls directly. Package.swift names their pkg-config files.
#pragma once

#include <isa-l/igzip_lib.h>
#include <lcms2.h>
#include <libdeflate.h>
#include <nettle/sha2.h>
#include <sqlite3.h>
#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/mux.h>

// libxml2 built with ICU includes ICU's headers, which conflict with Foundation's own copy of ICU.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED
#include <libxml/parser.h>
#include <libxml/tree.h>
#include <libxml/xmlreader.h>
#include <libxml/xmlschemas.h>
#include <libxml/xmlschemastypes.h>
#include <libxml/xpath.h>
#include <libxml/xpathInternals.h>

// Little CMS' macros for the formats of pixels are too complex for Swift's importer.
enum {
    ZIG_LCMS_GREY = TYPE_GRAY_8,
    ZIG_LCMS_RGB = TYPE_RGB_8,
    ZIG_LCMS_CMYK = TYPE_CMYK_8,
    ZIG_LCMS_INVERTED_CMYK = TYPE_CMYK_8_REV,
    ZIG_LCMS_WIDE_GREY = TYPE_GRAY_16,
    ZIG_LCMS_WIDE_RGB = TYPE_RGB_16,
    ZIG_LCMS_WIDE_CMYK = TYPE_CMYK_16,
    // Added to a format: a further sample, which is skipped.
    ZIG_LCMS_EXTRA_SAMPLE = EXTRA_SH(1),
};

// The same of numbers of light, which may be out of range.
static const cmsUInt32Number zig_lcms_float_rgb = TYPE_RGB_FLT;

// xmlFree is a variable, which Swift does not import as safe.
static inline void zig_xml_free(void *memory)
{
    xmlFree(memory);
}
