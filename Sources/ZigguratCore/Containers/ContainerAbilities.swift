public import ZigguratSystem

/// What a container format can do besides writing a bundle. Each ability is optional.
///
/// A format returns its abilities from ``ContainerFormat/abilities``:
///
///     var abilities: ContainerAbilities {
///         ContainerAbilities { $0.descriptors = makeDescriptors }
///     }
///
/// An ability with several functions is a protocol: the format conforms to the protocol and returns
/// itself, as in `$0.reader = self`. A new ability is a member of this value, and code that uses
/// the member.
public struct ContainerAbilities: Sendable {
    /// Returns the files that the container adds to the layout's files.
    public var descriptors:
        (@Sendable (_ bundle: BundleDescription) throws(ZigguratError) -> [BundleFile])?
    /// Returns advice for the publisher of a bundle.
    package var notes: (@Sendable (_ bundle: BundleDescription) -> [FormatNote])?
    /// Reads files of the format, for `verify`, `repack` and `serve`.
    package var reader: (any ContainerReader)?
    /// Writes maps, for `repack`.
    package var maps: (any MapContainerFormat)?
    /// Gives the page beside a file access to the tiles in the file.
    package var ranges: (any RangeReadableContainer)?
    /// Whether a bundle is a folder of exactly the files that are written. An export then writes
    /// the folder itself, without ``ContainerFormat/open(_:at:)``, so that it can keep files of an
    /// earlier export.
    package var isPlainFolder = false

    public init(_ set: (inout ContainerAbilities) -> Void = { _ in }) { set(&self) }
}

/// A container format whose files can be read: ``ContainerAbilities/reader``.
package protocol ContainerReader: ContainerFormat {
    /// Whether a file has this format, judged by its first 16 bytes (fewer in a shorter file).
    func recognises(_ head: [UInt8]) -> Bool
    /// Opens a file.
    ///
    /// - Parameter known: The pyramid in the file, if a manifest describes it; otherwise the reader
    ///   derives it from the file.
    func read(_ path: String, known: FoundPyramid?) throws(ZigguratError) -> OpenedContainer
    /// Returns the tiles of a map; `nil` if files of this format are never maps.
    func mapTiles(in path: String) throws(ZigguratError) -> MapTiles?
    /// Returns the metadata of the map in a file without reading tiles; `nil` if files of this
    /// format are never maps.
    func mapMetadata(in path: String) throws(ZigguratError) -> MapMetadata?
}

extension ContainerReader {
    package func mapMetadata(in path: String) throws(ZigguratError) -> MapMetadata? { nil }

    package func mapTiles(in path: String) throws(ZigguratError) -> MapTiles? { nil }
}

/// An open container file.
package enum OpenedContainer {
    /// An archive of files, and the faults of the archive itself.
    case files(any BundleFiles, faults: [ZigguratError])
    /// A database of tiles. `faults` finds inconsistencies that do not concern the images of tiles.
    case pyramid(any TileSource, faults: @Sendable () -> [ZigguratError])
}

/// A container format that can hold maps, with each tile unchanged: ``ContainerAbilities/maps``.
package protocol MapContainerFormat: ContainerFormat {
    /// Returns the path of a map, relative to its destination: `world.mbtiles`.
    func path(ofMap name: String) -> String
    /// Checks that the format can hold a map.
    ///
    /// - Throws: ``ContainerError`` if the format cannot hold the tiles.
    func check(_ map: MapDescription) throws(ZigguratError)
    /// Begins a map. Databases ignore the paths of tiles.
    ///
    /// - Parameter path: The path of the new map; the enclosing folder exists.
    func open(_ map: MapDescription, at path: String) throws(ZigguratError) -> any Container
}

extension MapContainerFormat {
    package func check(_ map: MapDescription) throws(ZigguratError) {}
}

/// The key by which a page finds tiles in an archive.
package enum ArchiveKind: String, Hashable, Sendable, CaseIterable {
    /// Level, column and row: the address of a tile in PMTiles.
    case pmtiles
    /// Level, column and row, looked up in the directories of a TIFF file.
    case tiff
    /// The path of the tile in a ZIP archive.
    case zip
}

/// A container format whose tiles a page outside the file can read with HTTP range requests:
/// ``ContainerAbilities/ranges``.
package protocol RangeReadableContainer: ContainerFormat {
    /// The key by which the page finds tiles.
    var archiveKind: ArchiveKind { get }
    /// Returns the folder of the page, relative to the folder of the file; unique in the export.
    func pageFolder(of bundle: BundleDescription) -> String
    /// Returns the folder of the tiles inside the file, with a slash at the end; empty if tiles
    /// have no paths.
    func tileFolder(of bundle: BundleDescription) -> String
}
