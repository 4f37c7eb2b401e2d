extension PageTemplates {
    /// The library that shows the image on a page.
    public enum Viewer: String, Hashable, Sendable, Codable, CaseIterable {
        case openseadragon
        case leaflet
        case none
    }
}

extension PageTemplates {
    /// The location of a page's scripts.
    public enum Assets: String, Hashable, Sendable, Codable {
        /// In each bundle, so that a bundle can be moved without other files.
        case bundle
        /// Inside the page.
        case page
        /// In the destination, shared by all exports.
        case destination
    }
}
