#pragma once

#include <stddef.h>

/// The kind of an embedded file: which pages use it.
typedef enum : unsigned {
    /// A file of OpenSeadragon or Leaflet; users cannot replace it.
    VIEWER_LIBRARY,
    /// A template without a more specific role.
    VIEWER_TEMPLATE,
    /// A script of pages that use OpenSeadragon.
    VIEWER_OPENSEADRAGON,
    /// A script of pages that use Leaflet.
    VIEWER_LEAFLET,
    /// A script of pages with either viewer.
    VIEWER_BOTH,
    /// A script of pages that read tiles from an archive, with either viewer.
    VIEWER_ARCHIVE,
    /// A script of pages that have tiles in two formats, with either viewer.
    VIEWER_FORMATS,
    /// A script that only some pages or visitors need. SeparateScript.swift lists these scripts.
    VIEWER_SEPARATE,
    /// A script of comparison pages.
    VIEWER_COMPARISON,
} viewer_role;

/// An embedded file.
typedef struct {
    const char *_Nonnull name;
    viewer_role role;
    /// The content, which ends with a zero byte.
    const char *_Nonnull text;
} viewer_asset;

/// Returns the embedded file with an index, or NULL if the index is too large.
const viewer_asset *_Nullable viewer_asset_at(size_t index);
