internal import ZigguratCore
internal import ZigguratFormats
package import ZigguratSystem

/// The tiles of all bands of an image, as files in the folder of a plan.
package struct BandTiles: Sendable {
    private let folders: [String]
    /// The index of the folder, and the hash of the bytes, of each tile by the hash of its path.
    private let places: [UInt64: (folder: Int32, content: UInt64)]

    /// Lists the files of bands. A lost tile is missing.
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
    /// - Throws: ``ShardFailure/tileChanged``, or the reason why the file cannot be read.
    package func bytes(of path: String) throws(ZigguratError) -> [UInt8] {
        guard let place = places[XXH3.hash(path)] else { throw .file(.read, path) }
        let file = "\(folders[Int(place.folder)])/\(path)"
        guard let bytes = try FileSystem.contents(of: file) else { throw .file(.read, file) }
        guard XXH3.hash(bytes) == place.content else {
            throw ZigguratError(ShardFailure.tileChanged, file)
        }
        return bytes
    }
}
