#pragma once

#include <stddef.h>

/// A file that is part of this library. The bytes live as long as the program and never change.
typedef struct {
    const unsigned char *_Nonnull bytes;
    size_t count;
} viewer_asset;

/// Every file that is embedded: its name in C, as in CViewerAssets.c.
#define VIEWER_ASSETS(ASSET)  \
    ASSET(page_html)          \
    ASSET(page_css)           \
    ASSET(gallery_html)       \
    ASSET(gallery_css)        \
    ASSET(ziggurat_js)        \
    ASSET(paths_js)           \
    ASSET(ahead_js)           \
    ASSET(tiles_js)           \
    ASSET(view_js)            \
    ASSET(scale_js)           \
    ASSET(grid_js)            \
    ASSET(about_js)           \
    ASSET(notes_js)           \
    ASSET(placeholder_js)     \
    ASSET(pager_js)           \
    ASSET(strip_js)           \
    ASSET(controls_js)        \
    ASSET(gallery_js)         \
    ASSET(embed_js)           \
    ASSET(start_js)           \
    ASSET(drawer_js)          \
    ASSET(viewport_js)        \
    ASSET(overview_js)        \
    ASSET(speech_js)          \
    ASSET(link_js)            \
    ASSET(seadragon_js)       \
    ASSET(layer_js)           \
    ASSET(leaflet_page_js)    \
    ASSET(leaflet_js)         \
    ASSET(leaflet_css)        \
    ASSET(openseadragon_js)

#define VIEWER_ASSET_DECLARATION(name) viewer_asset viewer_asset_##name(void);
VIEWER_ASSETS(VIEWER_ASSET_DECLARATION)
#undef VIEWER_ASSET_DECLARATION
