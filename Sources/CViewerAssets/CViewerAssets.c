// The files of the viewer pages, embedded by the compiler, which tracks the files as dependencies.
// To add a script, add a file to Templates and an entry here. Scripts run in the order of the entries.

#include "CViewerAssets.h"

#if !__has_embed("vendor/openseadragon.min.js") || !__has_embed("vendor/leaflet.min.js")
#error "viewer libraries not found: run Scripts/bootstrap in the checkout of Ziggurat (as a dependency: .build/checkouts/ziggurat/Scripts/bootstrap)"
#else

// The bytes end with a zero byte; no embedded file contains a zero byte.
#define ASSET(name, role) {name, role, (const char[]){
#define END , 0}},

static const viewer_asset assets[] = {
    ASSET("page.html", VIEWER_TEMPLATE)
#embed "../../Templates/page.html"
    END
    ASSET("toolbar.html", VIEWER_TEMPLATE)
#embed "../../Templates/toolbar.html"
    END
    ASSET("page.css", VIEWER_TEMPLATE)
#embed "../../Templates/page.css"
    END
    ASSET("tour.css", VIEWER_TEMPLATE)
#embed "../../Templates/tour.css"
    END
    ASSET("text.js", VIEWER_TEMPLATE)
#embed "../../Templates/text.js"
    END
    ASSET("start.js", VIEWER_TEMPLATE)
#embed "../../Templates/start.js"
    END
    ASSET("paths.js", VIEWER_BOTH)
#embed "../../Templates/paths.js"
    END
    ASSET("load.js", VIEWER_BOTH)
#embed "../../Templates/load.js"
    END
    ASSET("formats.js", VIEWER_FORMATS)
#embed "../../Templates/formats.js"
    END
    ASSET("archive.js", VIEWER_ARCHIVE)
#embed "../../Templates/archive.js"
    END
    ASSET("ahead.js", VIEWER_OPENSEADRAGON)
#embed "../../Templates/ahead.js"
    END
    ASSET("view.js", VIEWER_BOTH)
#embed "../../Templates/view.js"
    END
    ASSET("speech.js", VIEWER_BOTH)
#embed "../../Templates/speech.js"
    END
    ASSET("link.js", VIEWER_BOTH)
#embed "../../Templates/link.js"
    END
    ASSET("scale.js", VIEWER_BOTH)
#embed "../../Templates/scale.js"
    END
    ASSET("about.js", VIEWER_BOTH)
#embed "../../Templates/about.js"
    END
    ASSET("placeholder.js", VIEWER_BOTH)
#embed "../../Templates/placeholder.js"
    END
    ASSET("pager.js", VIEWER_BOTH)
#embed "../../Templates/pager.js"
    END
    ASSET("contents.js", VIEWER_BOTH)
#embed "../../Templates/contents.js"
    END
    ASSET("strip.js", VIEWER_BOTH)
#embed "../../Templates/strip.js"
    END
    ASSET("idle.js", VIEWER_BOTH)
#embed "../../Templates/idle.js"
    END
    ASSET("slideshow.js", VIEWER_BOTH)
#embed "../../Templates/slideshow.js"
    END
    ASSET("controls.js", VIEWER_BOTH)
#embed "../../Templates/controls.js"
    END
    ASSET("gestures.js", VIEWER_BOTH)
#embed "../../Templates/gestures.js"
    END
    ASSET("retry.js", VIEWER_BOTH)
#embed "../../Templates/retry.js"
    END
    ASSET("tiles.js", VIEWER_OPENSEADRAGON)
#embed "../../Templates/tiles.js"
    END
    ASSET("drawer.js", VIEWER_OPENSEADRAGON)
#embed "../../Templates/drawer.js"
    END
    ASSET("viewport.js", VIEWER_OPENSEADRAGON)
#embed "../../Templates/viewport.js"
    END
    ASSET("overview.js", VIEWER_OPENSEADRAGON)
#embed "../../Templates/overview.js"
    END
    ASSET("seadragon.js", VIEWER_OPENSEADRAGON)
#embed "../../Templates/seadragon.js"
    END
    ASSET("layer-grid.js", VIEWER_LEAFLET)
#embed "../../Templates/layer-grid.js"
    END
    ASSET("layer.js", VIEWER_LEAFLET)
#embed "../../Templates/layer.js"
    END
    ASSET("leaflet.js", VIEWER_LEAFLET)
#embed "../../Templates/leaflet.js"
    END
    ASSET("features.js", VIEWER_BOTH)
#embed "../../Templates/features.js"
    END
    ASSET("ziggurat.js", VIEWER_BOTH)
#embed "../../Templates/ziggurat.js"
    END
    ASSET("crop.js", VIEWER_SEPARATE)
#embed "../../Templates/crop.js"
    END
    ASSET("cite.js", VIEWER_SEPARATE)
#embed "../../Templates/cite.js"
    END
    ASSET("embed.js", VIEWER_SEPARATE)
#embed "../../Templates/embed.js"
    END
    ASSET("grid.js", VIEWER_SEPARATE)
#embed "../../Templates/grid.js"
    END
    ASSET("notes.js", VIEWER_SEPARATE)
#embed "../../Templates/notes.js"
    END
    ASSET("tour-panel.js", VIEWER_SEPARATE)
#embed "../../Templates/tour-panel.js"
    END
    ASSET("tour.js", VIEWER_SEPARATE)
#embed "../../Templates/tour.js"
    END
    ASSET("component.js", VIEWER_SEPARATE)
#embed "../../Templates/component.js"
    END
    ASSET("frame.js", VIEWER_SEPARATE)
#embed "../../Templates/frame.js"
    END
    ASSET("offline.js", VIEWER_SEPARATE)
#embed "../../Templates/offline.js"
    END
    ASSET("offline-worker.js", VIEWER_SEPARATE)
#embed "../../Templates/offline-worker.js"
    END
    ASSET("archive-file.js", VIEWER_SEPARATE)
#embed "../../Templates/archive-file.js"
    END
    ASSET("ranges.js", VIEWER_SEPARATE)
#embed "../../Templates/ranges.js"
    END
    ASSET("readers.js", VIEWER_SEPARATE)
#embed "../../Templates/readers.js"
    END
    ASSET("pmtiles-directory.js", VIEWER_SEPARATE)
#embed "../../Templates/pmtiles-directory.js"
    END
    ASSET("pmtiles.js", VIEWER_SEPARATE)
#embed "../../Templates/pmtiles.js"
    END
    ASSET("tiff-pixels.js", VIEWER_SEPARATE)
#embed "../../Templates/tiff-pixels.js"
    END
    ASSET("tiff.js", VIEWER_SEPARATE)
#embed "../../Templates/tiff.js"
    END
    ASSET("zip.js", VIEWER_SEPARATE)
#embed "../../Templates/zip.js"
    END
    ASSET("ziggurat-tiles.js", VIEWER_SEPARATE)
#embed "../../Templates/ziggurat-tiles.js"
    END
    ASSET("compare.html", VIEWER_TEMPLATE)
#embed "../../Templates/compare.html"
    END
    ASSET("compare.css", VIEWER_TEMPLATE)
#embed "../../Templates/compare.css"
    END
    ASSET("compare-plane.js", VIEWER_COMPARISON)
#embed "../../Templates/compare-plane.js"
    END
    ASSET("compare-panels.js", VIEWER_COMPARISON)
#embed "../../Templates/compare-panels.js"
    END
    ASSET("compare-controls.js", VIEWER_COMPARISON)
#embed "../../Templates/compare-controls.js"
    END
    ASSET("compare-layers.js", VIEWER_COMPARISON)
#embed "../../Templates/compare-layers.js"
    END
    ASSET("compare.js", VIEWER_COMPARISON)
#embed "../../Templates/compare.js"
    END
    ASSET("gallery.html", VIEWER_TEMPLATE)
#embed "../../Templates/gallery.html"
    END
    ASSET("gallery.css", VIEWER_TEMPLATE)
#embed "../../Templates/gallery.css"
    END
    ASSET("gallery-rows.js", VIEWER_TEMPLATE)
#embed "../../Templates/gallery-rows.js"
    END
    ASSET("gallery-find.js", VIEWER_TEMPLATE)
#embed "../../Templates/gallery-find.js"
    END
    ASSET("gallery.js", VIEWER_TEMPLATE)
#embed "../../Templates/gallery.js"
    END
    ASSET("languages/en.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/en.json"
    END
    ASSET("languages/ar.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/ar.json"
    END
    ASSET("languages/de.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/de.json"
    END
    ASSET("languages/es.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/es.json"
    END
    ASSET("languages/fr.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/fr.json"
    END
    ASSET("languages/he.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/he.json"
    END
    ASSET("languages/it.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/it.json"
    END
    ASSET("languages/ja.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/ja.json"
    END
    ASSET("languages/pl.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/pl.json"
    END
    ASSET("languages/pt.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/pt.json"
    END
    ASSET("languages/zh.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/zh.json"
    END
    ASSET("languages/zh-Hant.json", VIEWER_TEMPLATE)
#embed "../../Templates/languages/zh-Hant.json"
    END
    ASSET("openseadragon.min.js", VIEWER_LIBRARY)
#embed "vendor/openseadragon.min.js"
    END
    ASSET("leaflet.min.js", VIEWER_LIBRARY)
#embed "leaflet-license.js"
    ,
#embed "vendor/leaflet.min.js"
    END
    ASSET("leaflet.min.css", VIEWER_LIBRARY)
#embed "leaflet-license.js"
    ,
#embed "vendor/leaflet.min.css"
    END
};

const viewer_asset *viewer_asset_at(size_t index) {
    return index < sizeof assets / sizeof *assets ? &assets[index] : NULL;
}
#endif
