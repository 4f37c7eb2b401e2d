internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The marker segments of a codestream, read without the compressed data.
///
/// Most segments are a marker, a length and content. A tile-part states its own length. Source:
/// ITU-T T.800, A.4 to A.6.
struct JPEG2000Markers {
    private let file: SourceFile
    private let bytes: Range<Int>

    /// The maximum number of segments: enough for the header and for the largest number of
    /// tile-parts.
    private static let limit = 1 << 20
    private static let imageAndTileSize: UInt8 = 0x51
    private static let startOfTilePart: UInt8 = 0x90
    private static let endOfCodestream: UInt8 = 0xD9
    private static let capabilities: UInt8 = 0x50

    init(_ file: SourceFile, _ bytes: Range<Int>) {
        self.file = file
        self.bytes = bytes
    }

    /// The size of tiles on the reference grid; `nil` without a valid header. Source: A.5.1.
    package var tileSize: PixelSize? {
        let segment = file.bytes(30, at: bytes.lowerBound + 2)
        guard segment.count == 30, segment.starts(with: [0xFF, Self.imageAndTileSize]) else {
            return nil
        }
        let tile = PixelSize(
            width: segment[22..<26].bigEndian, height: segment[26..<30].bigEndian)
        return tile.width > 0 && tile.height > 0 ? tile : nil
    }

    /// Whether the codestream has high-throughput code-blocks. Source: ITU-T T.814, A.3.2.
    var isHighThroughput: Bool {
        var position = bytes.lowerBound + 2
        for _ in 0..<Self.limit {
            let head = file.bytes(8, at: position)
            guard head.count == 8, head[0] == 0xFF, head[1] != Self.startOfTilePart,
                head[1] != Self.endOfCodestream
            else { return false }
            // The bit for part 15 of the standard, counted from the highest bit.
            if head[1] == Self.capabilities { return head[4..<8].bigEndian >> (32 - 15) & 1 == 1 }
            position += 2 + max(2, head[2..<4].bigEndian)
        }
        return false
    }

    /// Whether the end of the codestream is missing: a part of the last tile-part, or the end
    /// marker.
    var isTruncated: Bool {
        var position = bytes.lowerBound + 2
        for _ in 0..<Self.limit {
            let head = file.bytes(12, at: position)
            guard position + 2 <= bytes.upperBound, head.count >= 2 else { return true }
            guard head[0] == 0xFF else { return false }
            switch head[1] {
            case Self.endOfCodestream:
                return false
            case Self.startOfTilePart:
                guard head.count >= 10 else { return true }
                let length = head[6..<10].bigEndian
                // Length 0 means that the tile-part extends to the end of the codestream.
                if length == 0 {
                    return file.bytes(2, at: bytes.upperBound - 2) != [0xFF, Self.endOfCodestream]
                }
                // A valid tile-part is at least as long as its header.
                guard length >= 12 else { return false }
                position += length
            default:
                guard head.count >= 4 else { return true }
                position += 2 + max(2, head[2..<4].bigEndian)
            }
        }
        return false
    }
}
