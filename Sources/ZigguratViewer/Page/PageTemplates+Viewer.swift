extension PageTemplates {
    /// The library that shows the image of a page.
    public enum Viewer: String, Hashable, Sendable, Codable, CaseIterable {
        case openseadragon
        case leaflet
        case none
    }
}

extension PageTemplates {
    /// Where the scripts of a page are.
    public enum Assets: String, Hashable, Sendable, Codable {
        /// In each bundle, so that the bundle can be moved on its own.
        case bundle
        /// Inside the page.
        case page
        /// In the destination, once for all exports.
        case destination
    }
}
