internal import ZigguratCore
internal import ZigguratSystem

/// Where the tiles of a PMTiles archive lie: one directory, or a root that refers to leaves.
///
/// Source: PMTiles specification 3.4, section 4.
struct PMTilesDirectory {
    /// Tiles that follow each other and have the same bytes; in a root, a leaf where the run is
    /// empty.
    struct Entry: Hashable {
        let tileID: UInt64
        var runLength: UInt32
        let length: UInt32
        /// From the beginning of the tiles, or of the leaves.
        let offset: UInt64
    }

    /// What fits behind the header into the first 16 KiB, which clients ask for first.
    static let maximumRootSize = 16_384 - PMTilesHeader.size
    /// Entries of the first leaves that are tried.
    private static let leafSize = 4096

    /// Compressed.
    let root: [UInt8]
    /// Compressed, one behind the other.
    let leaves: [UInt8]

    /// - Parameter entries: sorted by their numbers.
    init(_ entries: [Entry], maximumRootSize: Int = Self.maximumRootSize) throws(ZigguratError) {
        var (root, leaves) = (try Self.compressed(entries[...]), [UInt8]())
        var leafSize = Self.leafSize
        while root.count > maximumRootSize {
            (root, leaves) = try Self.split(entries, leafSize: leafSize)
            leafSize *= 2
        }
        self.root = root
        self.leaves = leaves
    }

    private static func split(
        _ entries: [Entry], leafSize: Int
    ) throws(ZigguratError) -> (root: [UInt8], leaves: [UInt8]) {
        var root: [Entry] = []
        var leaves: [UInt8] = []
        for start in stride(from: 0, to: entries.count, by: leafSize) {
            let part = entries[start..<min(start + leafSize, entries.count)]
            let leaf = try compressed(part)
            root.append(
                Entry(
                    tileID: part[start].tileID, runLength: 0, length: UInt32(leaf.count),
                    offset: UInt64(leaves.count)))
            leaves += leaf
        }
        return (try compressed(root[...]), leaves)
    }

    private static func compressed(_ entries: ArraySlice<Entry>) throws(ZigguratError) -> [UInt8] {
        try compressed(serialized(entries))
    }

    /// The archive's own parts are gzip files.
    static func compressed(_ bytes: [UInt8]) throws(ZigguratError) -> [UInt8] {
        guard let file = Gzip.file(of: bytes) else {
            throw ZigguratError(.renderingFailed, "", "there is no memory to compress with")
        }
        return file
    }

    /// Section 4.2: the count, then the numbers' differences, run lengths, lengths and offsets.
    static func serialized(_ entries: ArraySlice<Entry>) -> [UInt8] {
        var bytes: [UInt8] = []
        append(UInt64(entries.count), to: &bytes)
        var last: UInt64 = 0
        for entry in entries {
            append(entry.tileID - last, to: &bytes)
            last = entry.tileID
        }
        for entry in entries { append(UInt64(entry.runLength), to: &bytes) }
        for entry in entries { append(UInt64(entry.length), to: &bytes) }
        var end: UInt64?
        for entry in entries {
            // 0 says: right behind the one before.
            append(entry.offset == end ? 0 : entry.offset + 1, to: &bytes)
            end = entry.offset + UInt64(entry.length)
        }
        return bytes
    }

    /// Seven bits a byte, the lowest first.
    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        var rest = number
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }
}
