public import ZigguratCore
public import ZigguratSystem

/// MBTiles 1.3: all tiles in one SQLite database.
///
/// Source: MBTiles specification 1.3. It is made for maps in Web Mercator; an image has no place on
/// one, which the metadata says.
public struct MBTilesFormat: ContainerFormat {
    public let name = "mbtiles"
    public let summary = "MBTiles 1.3, a SQLite database: tile servers, GDAL, QGIS"
    public var defaultLayouts: [any Layout] { [.xyz] }
    public let layouts: [String]? = ["xyz"]
    /// What is not in its table is not there.
    public let blanks: BlankRule? = .described
    /// A row of the table and one of its index.
    public let bytesPerFile = 60

    private static let formats: [TileFormat] = [.jpeg, .png, .webp]

    public init() {}

    /// The formats that the specification names.
    public func rules(of layout: any Layout) -> TilingRules {
        var rules = layout.rules
        rules.container = name
        rules.formats.removeAll { !Self.formats.contains($0) }
        return rules
    }

    public func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).mbtiles" }

    public func notes(on bundle: BundleDescription) -> [String] { [TileSetDescription.note] }

    public func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try MBTilesContainer(bundle, at: path)
    }
}

extension ContainerFormat where Self == MBTilesFormat {
    /// MBTiles 1.3.
    public static var mbtiles: MBTilesFormat { MBTilesFormat() }
}
