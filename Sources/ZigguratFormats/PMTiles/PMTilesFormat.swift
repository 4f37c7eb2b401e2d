package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
package import ZigguratSystem

/// PMTiles 3: all tiles in one file. Map clients read the tiles by HTTP range requests.
///
/// Source: PMTiles specification 3.4, sections 3 (header) and 4 (directories):
/// https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md.
package struct PMTilesFormat: DescribedContainer {
    package let name = "pmtiles"
    package let summary = "PMTiles 3, one file read by ranges: MapLibre, Leaflet, OpenLayers"

    /// A tile without a directory entry does not exist. An entry takes about 5 bytes.
    package var traits: ContainerTraits {
        ContainerTraits(
            layouts: [.xyz], tileFormats: TileFormat.all.filter { $0.traits.pmtilesType != nil },
            blanks: .described, bytesPerFile: 5)
    }

    package func path(of bundle: BundleDescription) -> String { "\(bundle.pyramid.name).pmtiles" }

    package func descriptors(of bundle: BundleDescription) -> [BundleFile] { [] }

    package func notes(on bundle: BundleDescription) -> [FormatNote] { [FormatNote.notGeographic] }

    package func open(
        _ bundle: BundleDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        do throws(ZigguratError) {
            return try PMTilesContainer(PMTilesContents(of: bundle), at: path)
        } catch {
            throw error.orAbout(path)
        }
    }
}

extension PMTilesFormat: RangeReadableContainer {
    package var archiveKind: ArchiveKind { .pmtiles }
    package func pageFolder(of bundle: BundleDescription) -> String { name }
    package func tileFolder(of bundle: BundleDescription) -> String { "" }
}

extension ContainerFormat where Self == PMTilesFormat {
    package static var pmtiles: Self { Self() }
}

extension PMTilesFormat: ContainerReader {
    package func recognises(_ head: [UInt8]) -> Bool { head.starts(with: PMTilesHeader.magic) }

    package func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer
    {
        let source = try PMTilesSource(path, known: known)
        return .pyramid(source, faults: source.faults)
    }

    package func mapTiles(in path: String) throws(ZigguratError) -> MapTiles? {
        try PMTilesSource.mapTiles(in: path)
    }

    package func mapMetadata(in path: String) throws(ZigguratError) -> MapMetadata? {
        try PMTilesSource.mapMetadata(in: path)
    }
}

extension PMTilesFormat: MapContainerFormat {
    package func path(ofMap name: String) -> String { "\(name).pmtiles" }

    package func check(_ map: MapDescription) throws(ZigguratError) {
        _ = try PMTilesContents(of: map)
    }

    package func open(
        _ map: MapDescription, at path: String
    ) throws(ZigguratError) -> any Container {
        try PMTilesContainer(PMTilesContents(of: map), at: path)
    }
}
