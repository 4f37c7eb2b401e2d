#pragma once

#include <stddef.h>

/// The pages that use an embedded file.
typedef enum : unsigned {
    /// A file of OpenSeadragon or Leaflet; users cannot replace it.
    VIEWER_LIBRARY,
    /// A template that is not one of the scripts below.
    VIEWER_TEMPLATE,
    /// A script of pages that use OpenSeadragon.
    VIEWER_OPENSEADRAGON,
    /// A script of pages that use Leaflet.
    VIEWER_LEAFLET,
    /// A script of both kinds of pages.
    VIEWER_BOTH,
    /// A script of pages of both viewers that read tiles from an archive.
    VIEWER_ARCHIVE,
    /// A script of pages of both viewers that find tiles in two formats.
    VIEWER_FORMATS,
    /// A script that only some pages or visitors need; see SeparateScript.swift.
    VIEWER_SEPARATE,
    /// A script of the pages of comparisons.
    VIEWER_COMPARISON,
} viewer_role;

/// An embedded file.
typedef struct {
    const char *_Nonnull name;
    viewer_role role;
    /// Ends with a zero byte.
    const char *_Nonnull text;
} viewer_asset;

/// Returns the embedded file with an index, or NULL after the last one.
const viewer_asset *_Nullable viewer_asset_at(size_t index);
