package import ZigguratSystem

/// A container format whose files can be read.
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
