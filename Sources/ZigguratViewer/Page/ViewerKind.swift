/// The library that shows the image of a page.
public enum ViewerKind: String, Hashable, Sendable, Codable, CaseIterable {
    case openseadragon
    case leaflet
    case none
}

/// Where the scripts of a page are.
public enum PageAssets: String, Hashable, Sendable, Codable {
    /// In each bundle, so that the bundle can be moved on its own.
    case bundle
    /// Inside the page.
    case page
    /// In the destination, once for all exports.
    case destination
}
