internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A PMTiles file: its header, its directories in one list, its metadata.
///
/// Source: PMTiles version 3.
struct PMTilesArchive: Sendable {
    struct Entry: Sendable {
        let number: Int
        let runLength: Int
        let offset: Int
        let byteCount: Int
    }

    struct Header: Sendable {
        let root: Range<Int>
        let metadata: Range<Int>
        let leaves: Range<Int>
        let data: Range<Int>
        let addressedTiles: Int
        let entries: Int
        let contents: Int
        let internalCompression: UInt8
        let tileCompression: UInt8
        let tileType: UInt8
        let zooms: ClosedRange<Int>
    }

    static let magic = Array("PMTiles".utf8)
    private static let headerLength = 127
    /// All of them are kept in memory.
    private static let maximumEntries = 1 << 26
    /// Formats by the header's number for them.
    static let formats: [UInt8: TileFormat] = [2: .png, 3: .jpeg, 4: .webp, 5: .avif]

    let file: RandomAccessFile
    let header: Header
    /// Sorted by number.
    let entries: [Entry]
    /// A JSON object.
    let metadata: [UInt8]

    init(_ path: String) throws(ZigguratError) {
        file = try RandomAccessFile(path)
        header = try Self.header(of: file)
        metadata = try Self.unpacked(
            try file.bytes(header.metadata.count, at: header.metadata.lowerBound), header, file)
        var entries: [Entry] = []
        try Self.read(header.root, of: file, header, depth: 0, into: &entries)
        self.entries = entries
    }

    /// The entry that holds a tile.
    func entry(of number: Int) -> Entry? {
        var low = 0
        var high = entries.count
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].number <= number { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return nil }
        let entry = entries[low - 1]
        return number < entry.number + entry.runLength ? entry : nil
    }

    /// The bytes of an entry.
    func bytes(of entry: Entry) throws(ZigguratError) -> [UInt8] {
        let bytes = try file.bytes(entry.byteCount, at: header.data.lowerBound + entry.offset)
        guard header.tileCompression == 2 else { return bytes }
        guard let plain = Inflate.gzip(bytes, limit: 1 << 28) else {
            throw Self.damage(file, "a tile's compressed data are damaged")
        }
        return plain
    }

    /// What does not fit together, apart from the tiles' pictures.
    func faults() -> [ZigguratError] {
        var problems: [String] = []
        let tiles = entries.reduce(0) { $0 + $1.runLength }
        let counts = [
            ("addressed tiles", header.addressedTiles, tiles),
            ("tile entries", header.entries, entries.count),
            ("tile contents", header.contents, Set(entries.map(\.offset)).count),
        ]
        // A count of 0 means that nobody counted.
        for (name, said, found) in counts where said != 0 && said != found {
            problems.append("its header counts \(said) \(name), and there are \(found)")
        }
        if let data = try? JSONDecoder().decode([String: Anything].self, from: Data(metadata)) {
            _ = data
        } else {
            problems.append("its metadata are no JSON object")
        }
        return problems.map { Self.damage(file, $0) }
    }

    /// The picture's size in pixels, where the metadata have it, as Ziggurat writes them.
    var imageSize: PixelSize? {
        guard let size = try? JSONDecoder().decode(Size.self, from: Data(metadata)),
            (1...1 << 40).contains(size.width), (1...1 << 40).contains(size.height)
        else { return nil }
        return PixelSize(width: size.width, height: size.height)
    }

    /// What the metadata say where blank tiles were left out.
    var sparseTileSet: SparseTileSet? {
        try? JSONDecoder().decode(SparseTileSet.self, from: Data(metadata))
    }

    private struct Size: Decodable {
        let width: Int
        let height: Int

        enum CodingKeys: String, CodingKey {
            case width = "image_width"
            case height = "image_height"
        }
    }

    /// A JSON value of whatever kind.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) throws {}
    }

    private static func header(of file: RandomAccessFile) throws(ZigguratError) -> Header {
        let bytes = try file.bytes(headerLength, at: 0)
        guard bytes.starts(with: magic), bytes.count == headerLength else {
            throw damage(file, "it is too short for a PMTiles file")
        }
        guard bytes[7] == 3 else {
            throw ZigguratError(
                .invalidPyramid, file.path, "it is PMTiles of version \(bytes[7])",
                remedy: "version 3 can be read; “pmtiles convert” makes one of it")
        }
        let range = { (offset: Int) in
            let start = bytes.little(8, at: offset)
            return start..<start + bytes.little(8, at: offset + 8)
        }
        let header = Header(
            root: range(8), metadata: range(24), leaves: range(40), data: range(56),
            addressedTiles: bytes.little(8, at: 72), entries: bytes.little(8, at: 80),
            contents: bytes.little(8, at: 88), internalCompression: bytes[97],
            tileCompression: bytes[98], tileType: bytes[99],
            zooms: Int(bytes[100])...Int(max(bytes[100], bytes[101])))
        for part in [header.root, header.metadata, header.leaves, header.data]
        where part.upperBound > file.byteCount {
            throw ZigguratError(
                .invalidPyramid, file.path, "the file ends before what its header speaks of",
                remedy: "get a complete copy of it")
        }
        guard [0, 1, 2].contains(header.internalCompression),
            [0, 1, 2].contains(header.tileCompression)
        else {
            throw ZigguratError(
                .invalidPyramid, file.path, "it is compressed by Brotli or Zstandard",
                remedy: "gzip and none can be read")
        }
        return header
    }

    /// A directory and those that it leads to: number, run, length and offset in columns.
    private static func read(
        _ place: Range<Int>, of file: RandomAccessFile, _ header: Header, depth: Int,
        into entries: inout [Entry]
    ) throws(ZigguratError) {
        guard depth < 4 else { throw damage(file, "its directories lead too deep") }
        let bytes = try unpacked(
            try file.bytes(place.count, at: place.lowerBound), header, file)
        var reader = VarintReader(bytes)
        guard let count = reader.next(), count <= bytes.count else {
            throw damage(file, "a directory is damaged")
        }
        // One that is empty leads nowhere, and could do so again and again.
        guard count > 0 || depth == 0, entries.count + count <= maximumEntries else {
            throw damage(file, count > 0 ? "it has too many tiles" : "a directory is empty")
        }
        var columns: [[Int]] = []
        for _ in 0..<4 {
            var column: [Int] = []
            column.reserveCapacity(count)
            for _ in 0..<count {
                guard let value = reader.next() else {
                    throw damage(file, "a directory is damaged")
                }
                column.append(value)
            }
            columns.append(column)
        }
        var number = 0
        var end = 0
        for index in 0..<count {
            let (sum, isTooLarge) = number.addingReportingOverflow(columns[0][index])
            guard !isTooLarge, sum < Int.max / 2 else {
                throw damage(file, "a directory is damaged")
            }
            number = sum
            let runLength = columns[1][index]
            let byteCount = columns[2][index]
            let offset = columns[3][index] == 0 ? end : columns[3][index] - 1
            guard columns[3][index] > 0 || index > 0, byteCount > 0 else {
                throw damage(file, "a directory is damaged")
            }
            end = offset + byteCount
            let room = runLength == 0 ? header.leaves.count : header.data.count
            guard offset >= 0, end <= room, runLength < 1 << 24 else {
                throw damage(file, "a directory leads out of the file")
            }
            if runLength == 0 {
                let start = header.leaves.lowerBound + offset
                try read(
                    start..<start + byteCount, of: file, header, depth: depth + 1, into: &entries)
            } else {
                if let last = entries.last, last.number + last.runLength > number {
                    throw damage(file, "its tiles are not in order")
                }
                entries.append(
                    Entry(
                        number: number, runLength: runLength, offset: offset, byteCount: byteCount))
            }
        }
    }

    private static func unpacked(
        _ bytes: [UInt8], _ header: Header, _ file: RandomAccessFile
    ) throws(ZigguratError) -> [UInt8] {
        guard header.internalCompression == 2 else { return bytes }
        guard let plain = Inflate.gzip(bytes, limit: 1 << 30) else {
            throw damage(file, "a directory, or the metadata, cannot be decompressed")
        }
        return plain
    }

    private static func damage(_ file: RandomAccessFile, _ problem: String) -> ZigguratError {
        ZigguratError(
            .invalidPyramid, file.path, problem, remedy: "get a good copy, or write it again")
    }
}

/// Whole numbers of seven bits a byte, the lowest first.
private struct VarintReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// `nil` at the end, and for a number beyond 62 bits.
    mutating func next() -> Int? {
        var value = 0
        for shift in stride(from: 0, to: 62, by: 7) {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            let part = Int(byte & 0x7F)
            guard (part << shift) >> shift == part else { return nil }
            value |= part << shift
            if byte < 0x80 { return value >= 0 ? value : nil }
        }
        return nil
    }
}
