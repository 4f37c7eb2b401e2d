public import ZigguratCore
public import ZigguratSystem

/// PMTiles 3: all tiles in one file, from which map clients read by HTTP ranges.
///
/// Source: PMTiles specification 3.4.
public struct PMTilesFormat: ContainerFormat {
    public let name = "pmtiles"
    public let summary = "PMTiles 3, one file read by ranges: MapLibre, Leaflet, OpenLayers"
    public var defaultLayouts: [any Layout] { [.xyz] }
    public let layouts: [String]? = ["xyz"]
    /// What is not in its directory is not there.
    public let blanks: BlankRule? = .described
    /// Its entry in a directory.
    public let bytesPerFile = 5

    public init() {}

    /// The formats that its header has numbers for.
    public func rules(of layout: any Layout) -> TilingRules {
        var rules = layout.rules
        rules.container = name
        rules.formats.removeAll { PMTilesHeader.tileType(of: $0) == nil }
        return rules
    }

    public func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).pmtiles" }

    public func notes(on bundle: BundleDescription) -> [String] { [TileSetDescription.note] }

    public func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try PMTilesContainer(bundle, at: path)
    }
}

extension ContainerFormat where Self == PMTilesFormat {
    /// PMTiles 3.
    public static var pmtiles: PMTilesFormat { PMTilesFormat() }
}
