import CViewerAssets
internal import ZigguratSystem

/// The files that are embedded in the library. What is ours of them lies in `Templates`.
///
/// The calls are sound because each asset is a constant array of `count` bytes, which is copied.
enum Asset {
    /// What a person may replace, by its name in `Templates`.
    static let templates: [(name: String, bytes: [UInt8])] = [
        ("page.html", unsafe bytes(of: viewer_asset_page_html)),
        ("page.css", unsafe bytes(of: viewer_asset_page_css)),
        ("start.js", unsafe bytes(of: viewer_asset_start_js)),
        ("paths.js", unsafe bytes(of: viewer_asset_paths_js)),
        ("ahead.js", unsafe bytes(of: viewer_asset_ahead_js)),
        ("view.js", unsafe bytes(of: viewer_asset_view_js)),
        ("speech.js", unsafe bytes(of: viewer_asset_speech_js)),
        ("link.js", unsafe bytes(of: viewer_asset_link_js)),
        ("scale.js", unsafe bytes(of: viewer_asset_scale_js)),
        ("grid.js", unsafe bytes(of: viewer_asset_grid_js)),
        ("about.js", unsafe bytes(of: viewer_asset_about_js)),
        ("placeholder.js", unsafe bytes(of: viewer_asset_placeholder_js)),
        ("notes.js", unsafe bytes(of: viewer_asset_notes_js)),
        ("pager.js", unsafe bytes(of: viewer_asset_pager_js)),
        ("strip.js", unsafe bytes(of: viewer_asset_strip_js)),
        ("controls.js", unsafe bytes(of: viewer_asset_controls_js)),
        ("embed.js", unsafe bytes(of: viewer_asset_embed_js)),
        ("tiles.js", unsafe bytes(of: viewer_asset_tiles_js)),
        ("drawer.js", unsafe bytes(of: viewer_asset_drawer_js)),
        ("viewport.js", unsafe bytes(of: viewer_asset_viewport_js)),
        ("overview.js", unsafe bytes(of: viewer_asset_overview_js)),
        ("seadragon.js", unsafe bytes(of: viewer_asset_seadragon_js)),
        ("layer.js", unsafe bytes(of: viewer_asset_layer_js)),
        ("leaflet.js", unsafe bytes(of: viewer_asset_leaflet_page_js)),
        ("ziggurat.js", unsafe bytes(of: viewer_asset_ziggurat_js)),
        ("gallery.html", unsafe bytes(of: viewer_asset_gallery_html)),
        ("gallery.css", unsafe bytes(of: viewer_asset_gallery_css)),
        ("gallery.js", unsafe bytes(of: viewer_asset_gallery_js)),
    ]
    static let leaflet = unsafe bytes(of: viewer_asset_leaflet_js)
    static let leafletStyle = unsafe bytes(of: viewer_asset_leaflet_css)
    static let openSeadragon = unsafe bytes(of: viewer_asset_openseadragon_js)

    private static func bytes(of asset: () -> viewer_asset) -> [UInt8] {
        let asset = unsafe asset()
        return unsafe Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
    }
}
