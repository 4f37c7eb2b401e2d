package import ZigguratCore

/// The files of OpenSeadragon or Leaflet.
struct ViewerLibrary {
    let fileName: String
    let code: [UInt8]
    let style: [UInt8]
    /// Whether Ziggurat's scripts run before the library, so that they request tiles while the
    /// library loads.
    let runsLast: Bool

    init(of viewer: PageTemplates.Viewer) {
        switch viewer {
        case .openseadragon, .none:
            fileName = "openseadragon.min"
            style = []
            runsLast = true
        case .leaflet:
            fileName = "leaflet.min"
            style = Asset.bytes("leaflet.min.css")
            runsLast = false
        }
        code = Asset.bytes("\(fileName).js")
    }
}

/// A reason why Leaflet cannot show a pyramid.
///
/// Leaflet's grid requires tiles of one size side by side, and levels that differ by whole zoom
/// steps.
package enum LeafletLimitation: Hashable, Sendable {
    case overlap(pixels: Int)
    /// The next level is not twice as large.
    case levelGap(level: Int)
    case levelsRoundedDown

    package init?(in pyramid: Pyramid) {
        let levels = pyramid.levels
        if pyramid.tiling.overlap > 0 {
            self = .overlap(pixels: pyramid.tiling.overlap)
        } else if let (level, _) = zip(levels, levels.dropFirst()).first(where: {
            $0.scaleFactor != $1.scaleFactor * 2
        }) {
            self = .levelGap(level: level.index)
        } else if levels.contains(where: {
            $0.size != pyramid.imageSize.reduced(by: $0.scaleFactor)
        }) {
            self = .levelsRoundedDown
        } else {
            return nil
        }
    }
}

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
