// The files of the viewer pages, embedded by the compiler, which tracks the files as dependencies.
// To add a script, add a file to Templates and an entry here. The order of the entries has no effect.

#include "CViewerAssets.h"

#if !__has_embed("vendor/openseadragon.min.js") || !__has_embed("vendor/leaflet.min.js")
#error "viewer libraries not found: run Scripts/bootstrap in the checkout of Ziggurat (as a dependency: .build/checkouts/ziggurat/Scripts/bootstrap)"
#else

// The bytes end with a zero byte; no embedded file contains a zero byte.
#define TEMPLATE(name) {name, VIEWER_TEMPLATE, (const char[]){
#define LIBRARY(name) {name, VIEWER_LIBRARY, (const char[]){
#define END , 0}},

static const viewer_asset assets[] = {
    TEMPLATE("page.html")
#embed "../../Templates/page.html"
    END
    TEMPLATE("toolbar.html")
#embed "../../Templates/toolbar.html"
    END
    TEMPLATE("keys.html")
#embed "../../Templates/keys.html"
    END
    TEMPLATE("share.html")
#embed "../../Templates/share.html"
    END
    TEMPLATE("sheets.html")
#embed "../../Templates/sheets.html"
    END
    TEMPLATE("page.css")
#embed "../../Templates/page.css"
    END
    TEMPLATE("book.css")
#embed "../../Templates/book.css"
    END
    TEMPLATE("tour.css")
#embed "../../Templates/tour.css"
    END
    TEMPLATE("extra.css")
#embed "../../Templates/extra.css"
    END
    TEMPLATE("compare.html")
#embed "../../Templates/compare.html"
    END
    TEMPLATE("compare.css")
#embed "../../Templates/compare.css"
    END
    TEMPLATE("gallery.html")
#embed "../../Templates/gallery.html"
    END
    TEMPLATE("gallery.css")
#embed "../../Templates/gallery.css"
    END
    TEMPLATE("archive/archive.js")
#embed "../../Templates/archive/archive.js"
    END
    TEMPLATE("archive/file.js")
#embed "../../Templates/archive/file.js"
    END
    TEMPLATE("archive/pmtiles-directory.js")
#embed "../../Templates/archive/pmtiles-directory.js"
    END
    TEMPLATE("archive/pmtiles.js")
#embed "../../Templates/archive/pmtiles.js"
    END
    TEMPLATE("archive/ranges.js")
#embed "../../Templates/archive/ranges.js"
    END
    TEMPLATE("archive/readers.js")
#embed "../../Templates/archive/readers.js"
    END
    TEMPLATE("archive/tiff-pixels.js")
#embed "../../Templates/archive/tiff-pixels.js"
    END
    TEMPLATE("archive/tiff.js")
#embed "../../Templates/archive/tiff.js"
    END
    TEMPLATE("archive/ziggurat-tiles.js")
#embed "../../Templates/archive/ziggurat-tiles.js"
    END
    TEMPLATE("archive/zip.js")
#embed "../../Templates/archive/zip.js"
    END
    TEMPLATE("compare/compare.js")
#embed "../../Templates/compare/compare.js"
    END
    TEMPLATE("compare/controls.js")
#embed "../../Templates/compare/controls.js"
    END
    TEMPLATE("compare/crop.js")
#embed "../../Templates/compare/crop.js"
    END
    TEMPLATE("compare/layers.js")
#embed "../../Templates/compare/layers.js"
    END
    TEMPLATE("compare/panels.js")
#embed "../../Templates/compare/panels.js"
    END
    TEMPLATE("compare/plane.js")
#embed "../../Templates/compare/plane.js"
    END
    TEMPLATE("element/component.js")
#embed "../../Templates/element/component.js"
    END
    TEMPLATE("element/frame.js")
#embed "../../Templates/element/frame.js"
    END
    TEMPLATE("compare/texts.js")
#embed "../../Templates/compare/texts.js"
    END
    TEMPLATE("features/cite.js")
#embed "../../Templates/features/cite.js"
    END
    TEMPLATE("features/crop.js")
#embed "../../Templates/features/crop.js"
    END
    TEMPLATE("features/embed.js")
#embed "../../Templates/features/embed.js"
    END
    TEMPLATE("features/grid.js")
#embed "../../Templates/features/grid.js"
    END
    TEMPLATE("features/notes.js")
#embed "../../Templates/features/notes.js"
    END
    TEMPLATE("gallery/find.js")
#embed "../../Templates/gallery/find.js"
    END
    TEMPLATE("gallery/gallery.js")
#embed "../../Templates/gallery/gallery.js"
    END
    TEMPLATE("gallery/rows.js")
#embed "../../Templates/gallery/rows.js"
    END
    TEMPLATE("head/namespace.js")
#embed "../../Templates/head/namespace.js"
    END
    TEMPLATE("head/start.js")
#embed "../../Templates/head/start.js"
    END
    TEMPLATE("head/text.js")
#embed "../../Templates/head/text.js"
    END
    TEMPLATE("leaflet/layer-grid.js")
#embed "../../Templates/leaflet/layer-grid.js"
    END
    TEMPLATE("leaflet/layer.js")
#embed "../../Templates/leaflet/layer.js"
    END
    TEMPLATE("leaflet/leaflet.js")
#embed "../../Templates/leaflet/leaflet.js"
    END
    TEMPLATE("offline/offline.js")
#embed "../../Templates/offline/offline.js"
    END
    TEMPLATE("offline/worker.js")
#embed "../../Templates/offline/worker.js"
    END
    TEMPLATE("openseadragon/ahead.js")
#embed "../../Templates/openseadragon/ahead.js"
    END
    TEMPLATE("openseadragon/drawer.js")
#embed "../../Templates/openseadragon/drawer.js"
    END
    TEMPLATE("openseadragon/flick.js")
#embed "../../Templates/openseadragon/flick.js"
    END
    TEMPLATE("openseadragon/overview.js")
#embed "../../Templates/openseadragon/overview.js"
    END
    TEMPLATE("openseadragon/seadragon.js")
#embed "../../Templates/openseadragon/seadragon.js"
    END
    TEMPLATE("openseadragon/tiles.js")
#embed "../../Templates/openseadragon/tiles.js"
    END
    TEMPLATE("openseadragon/viewport.js")
#embed "../../Templates/openseadragon/viewport.js"
    END
    TEMPLATE("page/about.js")
#embed "../../Templates/page/about.js"
    END
    TEMPLATE("page/contents.js")
#embed "../../Templates/page/contents.js"
    END
    TEMPLATE("page/controls.js")
#embed "../../Templates/page/controls.js"
    END
    TEMPLATE("page/features.js")
#embed "../../Templates/page/features.js"
    END
    TEMPLATE("page/gestures.js")
#embed "../../Templates/page/gestures.js"
    END
    TEMPLATE("page/idle.js")
#embed "../../Templates/page/idle.js"
    END
    TEMPLATE("page/keys.js")
#embed "../../Templates/page/keys.js"
    END
    TEMPLATE("page/link.js")
#embed "../../Templates/page/link.js"
    END
    TEMPLATE("page/load.js")
#embed "../../Templates/page/load.js"
    END
    TEMPLATE("page/menu.js")
#embed "../../Templates/page/menu.js"
    END
    TEMPLATE("page/pager.js")
#embed "../../Templates/page/pager.js"
    END
    TEMPLATE("page/placeholder.js")
#embed "../../Templates/page/placeholder.js"
    END
    TEMPLATE("page/roving.js")
#embed "../../Templates/page/roving.js"
    END
    TEMPLATE("page/scale.js")
#embed "../../Templates/page/scale.js"
    END
    TEMPLATE("page/share.js")
#embed "../../Templates/page/share.js"
    END
    TEMPLATE("page/slideshow.js")
#embed "../../Templates/page/slideshow.js"
    END
    TEMPLATE("page/speech.js")
#embed "../../Templates/page/speech.js"
    END
    TEMPLATE("page/spread.js")
#embed "../../Templates/page/spread.js"
    END
    TEMPLATE("page/strip.js")
#embed "../../Templates/page/strip.js"
    END
    TEMPLATE("page/view.js")
#embed "../../Templates/page/view.js"
    END
    TEMPLATE("page/ziggurat.js")
#embed "../../Templates/page/ziggurat.js"
    END
    TEMPLATE("tiles/formats.js")
#embed "../../Templates/tiles/formats.js"
    END
    TEMPLATE("tiles/paths.js")
#embed "../../Templates/tiles/paths.js"
    END
    TEMPLATE("tiles/retry.js")
#embed "../../Templates/tiles/retry.js"
    END
    TEMPLATE("tour/panel.js")
#embed "../../Templates/tour/panel.js"
    END
    TEMPLATE("tour/tour.js")
#embed "../../Templates/tour/tour.js"
    END
    TEMPLATE("languages/en.json")
#embed "../../Templates/languages/en.json"
    END
    TEMPLATE("languages/ar.json")
#embed "../../Templates/languages/ar.json"
    END
    TEMPLATE("languages/de.json")
#embed "../../Templates/languages/de.json"
    END
    TEMPLATE("languages/es.json")
#embed "../../Templates/languages/es.json"
    END
    TEMPLATE("languages/fr.json")
#embed "../../Templates/languages/fr.json"
    END
    TEMPLATE("languages/he.json")
#embed "../../Templates/languages/he.json"
    END
    TEMPLATE("languages/it.json")
#embed "../../Templates/languages/it.json"
    END
    TEMPLATE("languages/ja.json")
#embed "../../Templates/languages/ja.json"
    END
    TEMPLATE("languages/pl.json")
#embed "../../Templates/languages/pl.json"
    END
    TEMPLATE("languages/pt.json")
#embed "../../Templates/languages/pt.json"
    END
    TEMPLATE("languages/zh.json")
#embed "../../Templates/languages/zh.json"
    END
    TEMPLATE("languages/zh-Hant.json")
#embed "../../Templates/languages/zh-Hant.json"
    END
    LIBRARY("openseadragon.min.js")
#embed "vendor/openseadragon.min.js"
    END
    LIBRARY("leaflet.min.js")
#embed "leaflet-license.js"
    ,
#embed "vendor/leaflet.min.js"
    END
    LIBRARY("leaflet.min.css")
#embed "leaflet-license.js"
    ,
#embed "vendor/leaflet.min.css"
    END
};

const viewer_asset *viewer_asset_at(size_t index) {
    return index < sizeof assets / sizeof *assets ? &assets[index] : NULL;
}
#endif
