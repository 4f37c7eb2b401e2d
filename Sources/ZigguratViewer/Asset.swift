import CViewerAssets

/// The files that are embedded in the library. Their sources are in `Templates`.
///
/// The calls are sound because each asset is a constant array of `count` bytes, which is copied.
enum Asset {
    static let pageTemplate = unsafe bytes(of: viewer_asset_page_html)
    static let pageStyle = unsafe bytes(of: viewer_asset_page_css)
    static let galleryTemplate = unsafe bytes(of: viewer_asset_gallery_html)
    static let galleryStyle = unsafe bytes(of: viewer_asset_gallery_css)
    static let galleryScript = unsafe bytes(of: viewer_asset_gallery_js)
    /// The page's own script: its parts one after the other, so that a page has one to wait for.
    static let pageScript = unsafe [
        viewer_asset_tiles_js, viewer_asset_view_js, viewer_asset_scale_js, viewer_asset_grid_js,
        viewer_asset_about_js, viewer_asset_placeholder_js, viewer_asset_notes_js,
        viewer_asset_pager_js, viewer_asset_strip_js, viewer_asset_controls_js,
        viewer_asset_ziggurat_js,
    ].flatMap { unsafe bytes(of: $0) }
    static let openSeadragon = unsafe bytes(of: viewer_asset_openseadragon_js)

    private static func bytes(of asset: () -> viewer_asset) -> [UInt8] {
        let asset = unsafe asset()
        return unsafe Array(UnsafeBufferPointer(start: asset.bytes, count: asset.count))
    }
}
