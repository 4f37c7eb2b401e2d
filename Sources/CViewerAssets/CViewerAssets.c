// The viewer's files, embedded by the compiler, which also rebuilds this file when one changes.
// A new file takes a line in VIEWER_ASSETS and an array here; forgetting either does not compile.

#include "CViewerAssets.h"

#if !__has_embed("vendor/openseadragon.min.js") || !__has_embed("vendor/leaflet.min.js")
#error "The viewers in vendor are missing: run Scripts/bootstrap, which fetches them."
#endif

static const unsigned char page_html[] = {
#embed "../../Templates/page.html"
};
static const unsigned char page_css[] = {
#embed "../../Templates/page.css"
};
static const unsigned char gallery_html[] = {
#embed "../../Templates/gallery.html"
};
static const unsigned char gallery_css[] = {
#embed "../../Templates/gallery.css"
};
static const unsigned char ziggurat_js[] = {
#embed "../../Templates/ziggurat.js"
};
static const unsigned char paths_js[] = {
#embed "../../Templates/paths.js"
};
static const unsigned char ahead_js[] = {
#embed "../../Templates/ahead.js"
};
static const unsigned char tiles_js[] = {
#embed "../../Templates/tiles.js"
};
static const unsigned char view_js[] = {
#embed "../../Templates/view.js"
};
static const unsigned char scale_js[] = {
#embed "../../Templates/scale.js"
};
static const unsigned char grid_js[] = {
#embed "../../Templates/grid.js"
};
static const unsigned char about_js[] = {
#embed "../../Templates/about.js"
};
static const unsigned char notes_js[] = {
#embed "../../Templates/notes.js"
};
static const unsigned char placeholder_js[] = {
#embed "../../Templates/placeholder.js"
};
static const unsigned char pager_js[] = {
#embed "../../Templates/pager.js"
};
static const unsigned char strip_js[] = {
#embed "../../Templates/strip.js"
};
static const unsigned char controls_js[] = {
#embed "../../Templates/controls.js"
};
static const unsigned char gallery_js[] = {
#embed "../../Templates/gallery.js"
};
static const unsigned char embed_js[] = {
#embed "../../Templates/embed.js"
};
static const unsigned char start_js[] = {
#embed "../../Templates/start.js"
};
static const unsigned char drawer_js[] = {
#embed "../../Templates/drawer.js"
};
static const unsigned char speech_js[] = {
#embed "../../Templates/speech.js"
};
static const unsigned char link_js[] = {
#embed "../../Templates/link.js"
};
static const unsigned char viewport_js[] = {
#embed "../../Templates/viewport.js"
};
static const unsigned char overview_js[] = {
#embed "../../Templates/overview.js"
};
static const unsigned char seadragon_js[] = {
#embed "../../Templates/seadragon.js"
};
static const unsigned char layer_js[] = {
#embed "../../Templates/layer.js"
};
static const unsigned char leaflet_page_js[] = {
#embed "../../Templates/leaflet.js"
};
static const unsigned char leaflet_js[] = {
#embed "vendor/leaflet.min.js"
};
static const unsigned char leaflet_css[] = {
#embed "vendor/leaflet.min.css"
};
static const unsigned char openseadragon_js[] = {
#embed "vendor/openseadragon.min.js"
};

#define VIEWER_ASSET_DEFINITION(name) \
    viewer_asset viewer_asset_##name(void) { return (viewer_asset){name, sizeof name}; }
VIEWER_ASSETS(VIEWER_ASSET_DEFINITION)
