public import ZigguratCore
public import ZigguratSystem

/// MBTiles 1.3: all tiles in one SQLite database.
///
/// Source: MBTiles specification 1.3, which is made for maps in Web Mercator. The metadata say that
/// an image has no place on the map.
public struct MBTilesFormat: DescribedContainer {
    public let name = "mbtiles"
    public let summary = "MBTiles 1.3, a SQLite database: tile servers, GDAL, QGIS"
    public var reader: (any ContainerReader)? { MBTilesReader() }

    /// The tile formats are those of the specification. A tile that is not in the table does not
    /// exist; a row and its index entry take about 60 bytes.
    public var traits: ContainerTraits {
        ContainerTraits(
            layouts: [.xyz], tileFormats: TileFormat.all.filter { $0.traits.isInMBTiles },
            blanks: .described,
            bytesPerFile: 60)
    }

    public init() {}

    public func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).mbtiles" }

    public func descriptors(of bundle: BundleDescription) -> [BundleFile] { [] }

    public func notes(on bundle: BundleDescription) -> [String] { [TileSetMetadata.note] }

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

struct MBTilesReader: ContainerReader {
    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: MBTilesSchema.magic) }

    func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer {
        let source = try MBTilesSource(path, known: known)
        return .pyramid(source, faults: source.faults)
    }
}
