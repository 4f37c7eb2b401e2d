internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratSystem

/// The compressed directories of a new archive: a root, and leaves if the root alone is too large.
struct PMTilesDirectories {
    /// Clients read the first 16 KiB of an archive with one request; header and root must fit.
    static let maximumRootSize = 16_384 - PMTilesHeader.byteCount
    /// The number of entries in a leaf at the first attempt.
    private static let leafLength = 4096

    let root: [UInt8]
    /// The leaves, without gaps.
    let leaves: [UInt8]

    /// - Parameter entries: Sorted by number.
    init(_ entries: [PMTilesDirectory.Entry]) throws(ZigguratError) {
        var root = try Gzip.orThrow(PMTilesDirectory(entries).bytes)
        var leaves: [UInt8] = []
        var leafLength = Self.leafLength
        while root.count > Self.maximumRootSize {
            var links: [PMTilesDirectory.Entry] = []
            leaves = []
            for start in stride(from: 0, to: entries.count, by: leafLength) {
                let part = entries[start..<min(start + leafLength, entries.count)]
                let leaf = try Gzip.orThrow(PMTilesDirectory(part).bytes)
                links.append(
                    PMTilesDirectory.Entry(
                        number: entries[start].number, runLength: 0, byteCount: leaf.count,
                        offset: leaves.count))
                leaves += leaf
            }
            root = try Gzip.orThrow(PMTilesDirectory(links).bytes)
            leafLength *= 2
        }
        self.root = root
        self.leaves = leaves
    }
}

extension Gzip {
    static func orThrow(_ bytes: [UInt8]) throws(ZigguratError) -> [UInt8] {
        guard let file = file(of: bytes) else { throw ZigguratError(ContainerFailure.outOfMemory) }
        return file
    }
}
