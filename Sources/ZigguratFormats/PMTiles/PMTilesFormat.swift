public import ZigguratCore
public import ZigguratSystem

/// PMTiles 3: all tiles in one file, from which map clients read by HTTP ranges.
///
/// Source: PMTiles specification 3.4.
public struct PMTilesFormat: DescribedContainer {
    public let name = "pmtiles"
    public let summary = "PMTiles 3, one file read by ranges: MapLibre, Leaflet, OpenLayers"
    public var reader: (any ContainerReader)? { PMTilesReader() }

    /// A tile that is not in the directory does not exist; a directory entry takes about 5 bytes.
    public var traits: ContainerTraits {
        ContainerTraits(
            layouts: [.xyz], tileFormats: TileFormat.all.filter { $0.traits.pmtilesType != nil },
            blanks: .described, bytesPerFile: 5)
    }

    public init() {}

    public func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).pmtiles" }

    public func descriptors(of bundle: BundleDescription) -> [BundleFile] { [] }

    public func notes(on bundle: BundleDescription) -> [String] { [TileSetMetadata.note] }

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

struct PMTilesReader: ContainerReader {
    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: PMTilesHeader.magic) }

    func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer {
        let source = try PMTilesSource(path, known: known)
        return .pyramid(source, faults: source.faults)
    }
}
