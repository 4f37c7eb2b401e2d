internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The tiles of all bands of an image, as files in the folder of a plan.
struct BandTiles: Sendable {
    private let folders: [String]
    /// The index of the folder, and the hash of the bytes, of each tile by the hash of its path.
    private let places: [UInt64: (folder: Int32, content: UInt64)]

    /// Lists the files of bands. A lost tile is missing.
    init(of bands: [BandFolder]) throws(ZigguratError) {
        var places: [UInt64: (folder: Int32, content: UInt64)] = [:]
        for (number, band) in bands.enumerated() {
            let hashes = band.hashes ?? [:]
            places.reserveCapacity(places.count + hashes.count)
            for path in try FolderFiles(band.files).listing().files {
                let key = XXH3.hash(path)
                if let content = hashes[key] { places[key] = (Int32(number), content) }
            }
        }
        (folders, self.places) = (bands.map(\.files), places)
    }

    func contains(_ path: String) -> Bool { places[XXH3.hash(path)] != nil }

    /// Reads a tile.
    ///
    /// - Throws: ``ShardFailure/tileChanged``, or the reason why the file cannot be read.
    func bytes(of path: String) throws(ZigguratError) -> [UInt8] {
        guard let place = places[XXH3.hash(path)] else { throw .file(.read, path) }
        let file = "\(folders[Int(place.folder)])/\(path)"
        guard let bytes = try FileSystem.contents(of: file) else { throw .file(.read, file) }
        guard XXH3.hash(bytes) == place.content else {
            throw ZigguratError(ShardFailure.tileChanged, file)
        }
        return bytes
    }
}

/// An archive that receives the tiles of bands when they are kept.
final class BandContainer: TileKeeping {
    private let inner: any Container
    private let tiles: BandTiles
    private let prefix: String

    /// - Parameter prefix: the path of the bundle in the export, with a slash at its end.
    init(_ inner: any Container, _ tiles: BandTiles, prefix: String) {
        (self.inner, self.tiles, self.prefix) = (inner, tiles, prefix)
    }

    func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile? {
        try inner.write(path, tile: tile, bytes, twin: twin)
    }

    func isKept(_ path: String) -> Bool { tiles.contains(prefix + path) }

    func keep(_ path: String, tile: Tile.Address?) throws(ZigguratError) {
        let bytes = try tiles.bytes(of: prefix + path)
        // `unsafe`: the archive uses the span only during the call.
        _ = try unsafe inner.write(path, tile: tile, bytes.span.bytes, twin: nil)
    }

    func omit(_ tile: Tile.Address) { inner.omit(tile) }

    func finish() throws(ZigguratError) -> ContainerTotals { try inner.finish() }
}
