package import ZigguratCore
package import ZigguratSystem

/// MBTiles 1.3: all tiles in one SQLite database.
///
/// The format is for maps in Web Mercator; the metadata state that the image has no geographic
/// coordinates.
///
/// Source: MBTiles specification 1.3, sections “Metadata” and “Tiles”:
/// https://github.com/mapbox/mbtiles-spec/blob/master/1.3/spec.md.
package struct MBTilesFormat: DescribedContainer {
    package let name = "mbtiles"
    package let summary = "MBTiles 1.3, a SQLite database: tile servers, GDAL, QGIS"

    /// The tile formats of the specification. A tile without a row in the table does not exist. A
    /// row and its index entry take about 60 bytes.
    package var traits: ContainerTraits {
        ContainerTraits(
            layouts: [.xyz], tileFormats: TileFormat.all.filter { $0.traits.isInMBTiles },
            blanks: .described,
            bytesPerFile: 60)
    }

    package func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).mbtiles" }

    package func descriptors(of bundle: BundleDescription) -> [BundleFile] { [] }

    package func notes(on bundle: BundleDescription) -> [FormatNote] { [FormatNote.notGeographic] }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        OrderedContainer(
            try MBTilesContainer(MBTilesSchema.metadata(of: bundle), at: path),
            of: bundle.pyramid, at: path, holdsOtherFiles: false)
    }
}

extension ContainerFormat where Self == MBTilesFormat {
    package static var mbtiles: Self { Self() }
}

extension MBTilesFormat: ContainerReader {
    package func recognises(_ head: [UInt8]) -> Bool { head.starts(with: MBTilesSchema.magic) }

    package func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer
    {
        let source = try MBTilesSource(path, known: known)
        return .pyramid(source, faults: source.faults)
    }

    package func mapTiles(in path: String) throws(ZigguratError) -> MapTiles? {
        try MBTilesSource.mapTiles(in: path)
    }

    package func mapMetadata(in path: String) throws(ZigguratError) -> MapMetadata? {
        try MBTilesSource.mapMetadata(in: path)
    }
}

extension MBTilesFormat: MapContainerFormat {
    package func path(ofMap name: String) -> String { "\(name).mbtiles" }

    /// Checks the tile format. The specification requires vector tiles to be compressed.
    package func check(_ map: MapDescription) throws(ZigguratError) {
        switch map.format {
        case .image(let format):
            guard format.traits.isInMBTiles else {
                throw ZigguratError(
                    ContainerFailure.unsupportedTileFormat(format, container: name))
            }
        case .vector(let isCompressed):
            guard isCompressed else {
                throw ZigguratError(ContainerFailure.uncompressedVectorTiles(container: name))
            }
        }
    }

    package func open(
        _ map: MapDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try MBTilesContainer(MBTilesSchema.metadata(of: map), at: path)
    }
}
