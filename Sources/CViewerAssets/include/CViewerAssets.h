#pragma once

#include <stddef.h>

/// The kind of an embedded file.
typedef enum : unsigned {
    /// A file of OpenSeadragon or Leaflet; users cannot replace it.
    VIEWER_LIBRARY,
    /// A file of the folder Templates.
    VIEWER_TEMPLATE,
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
