internal import CImageFormats
internal import Synchronization
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A codestream that OpenJPEG decodes part by part, at one of its resolutions.
///
/// `@unchecked Sendable`: threads that share a codestream decode in ``exclusively(_:)``; everything
/// else is constant.
final class JPEG2000Codestream: @unchecked Sendable {
    typealias Component = zig_jp2_component
    typealias Part = zig_jp2_part

    let frame: zig_jp2_frame
    let components: [Component]
    /// The number of times that both sides are halved.
    package let reduction: Int
    /// The length of the codestream in bytes.
    package let byteCount: Int
    /// Whether OpenJPEG has to decode whole tiles: it decodes parts of tiles with high-throughput
    /// code-blocks to grey.
    let needsWholeTiles: Bool
    private let pointer: OpaquePointer
    /// Keeps the file open: OpenJPEG reads from its descriptor.
    private let file: SourceFile
    private let use = Mutex(())

    /// The maximum number of components. An image has fewer.
    private static let componentLimit = 64

    /// - Parameters:
    ///   - bytes: the byte range of the codestream in the file.
    ///   - fillsMissing: whether missing data is accepted and filled.
    init(
        _ file: SourceFile, _ bytes: Range<Int>, reduction: Int, fillsMissing: Bool,
        threadCount: Int
    ) throws(ZigguratError) {
        var message = [CChar](repeating: 0, count: Int(ZIG_JP2_MESSAGE_SIZE))
        guard
            let pointer = zig_jp2_open(
                file.descriptor, UInt64(bytes.lowerBound), UInt64(bytes.count),
                Int32(clamping: reduction), fillsMissing ? 0 : 1, Int32(clamping: threadCount),
                &message)
        else {
            let cause = DecoderMessages(lines: [String(message: message)]).cause
            throw ZigguratError.unopened(file.path, cause)
        }
        frame = zig_jp2_get_frame(pointer)
        guard frame.components <= Self.componentLimit else {
            zig_jp2_close(pointer)
            throw ZigguratError(
                SourceError.unsupported(.components(Int(frame.components))), file.path)
        }
        self.file = file
        self.pointer = pointer
        self.reduction = reduction
        byteCount = bytes.count
        needsWholeTiles = JPEG2000Markers(file, bytes).isHighThroughput
        components = (0..<frame.components).map { zig_jp2_get_component(pointer, $0) }
    }

    deinit {
        zig_jp2_close(pointer)
    }

    /// Converts a column or row of the reference grid to a number of samples.
    ///
    /// - Parameters:
    ///   - step: the columns or rows of the grid that a sample covers.
    ///   - reduction: the number of halvings; `nil` for the decoded resolution.
    package func samples(_ position: Int, step: Int, reduction: Int? = nil) -> Int {
        let reduction = reduction ?? self.reduction
        return position.dividedRoundingUp(by: step).dividedRoundingUp(by: 1 << reduction)
    }

    /// The size of the image in samples that cover `stepX` columns and `stepY` rows of the grid.
    package func size(stepX: Int, stepY: Int, reduction: Int? = nil) -> PixelSize {
        PixelSize(
            width: samples(Int(frame.right), step: stepX, reduction: reduction)
                - samples(Int(frame.left), step: stepX, reduction: reduction),
            height: samples(Int(frame.bottom), step: stepY, reduction: reduction)
                - samples(Int(frame.top), step: stepY, reduction: reduction))
    }

    /// Calls a closure that decodes parts and uses the decoded parts. Other threads wait.
    func exclusively(_ body: () throws(DecoderMessages) -> Void) throws(DecoderMessages) {
        try use.withLock { _ throws(DecoderMessages) in try body() }
    }

    /// Decodes a region of the grid.
    func decode(columns: Range<Int>, rows: Range<Int>) throws(DecoderMessages) {
        let status = zig_jp2_decode_region(
            pointer, UInt32(columns.lowerBound), UInt32(rows.lowerBound),
            UInt32(columns.upperBound), UInt32(rows.upperBound))
        if status != 0 { throw messages }
    }

    func decode(tile number: Int) throws(DecoderMessages) {
        if zig_jp2_decode_tile(pointer, UInt32(number)) != 0 { throw messages }
    }

    /// The most recently decoded part of a component. The part is valid until the next call.
    package func part(_ component: Int) -> Part { zig_jp2_get_part(pointer, UInt32(component)) }

    /// Frees the most recently decoded parts.
    func releaseParts() { zig_jp2_release_parts(pointer) }

    private var messages: DecoderMessages {
        DecoderMessages(lines: [String(cString: zig_jp2_message(pointer))])
    }
}

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
