internal import ZigguratCore
internal import ZigguratFormats
package import ZigguratSystem

/// The tiles of all bands of an image, read from the plan folder of a divided export.
package struct BandTiles: Sendable {
    private let folders: [String]
    /// For each tile, by the hash of its path: the index of its band's folder, and the hash of its
    /// bytes.
    private let places: [UInt64: (folder: Int32, content: UInt64)]

    /// Lists the tiles of bands. A tile whose file was lost is left out.
    ///
    /// - Parameter bands: the folder of the files of each band, and the hash of the bytes of each
    ///   file by the hash of its path.
    package init(
        of bands: [(folder: String, hashes: [UInt64: UInt64])]
    ) throws(ZigguratError) {
        var places: [UInt64: (folder: Int32, content: UInt64)] = [:]
        for (number, band) in bands.enumerated() {
            places.reserveCapacity(places.count + band.hashes.count)
            for path in try FolderFiles(band.folder).listing().files {
                let key = XXH3.hash(path)
                if let content = band.hashes[key] { places[key] = (Int32(number), content) }
            }
        }
        (folders, self.places) = (bands.map(\.folder), places)
    }

    package func contains(_ path: String) -> Bool { places[XXH3.hash(path)] != nil }

    /// Reads a tile.
    ///
    /// - Throws: ``ShardError/tileChanged`` if the file has changed, or an error of the file
    ///   system.
    package func bytes(of path: String) throws(ZigguratError) -> [UInt8] {
        guard let place = places[XXH3.hash(path)] else { throw .file(.read, path) }
        let file = "\(folders[Int(place.folder)])/\(path)"
        guard let bytes = try FileSystem.contents(of: file) else { throw .file(.read, file) }
        guard XXH3.hash(bytes) == place.content else {
            throw ZigguratError(ShardError.tileChanged, file)
        }
        return bytes
    }
}
