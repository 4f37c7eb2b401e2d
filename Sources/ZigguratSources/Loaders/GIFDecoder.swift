internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The GIF decoder, which uses libvips.
struct GIFDecoder: SourceDecoder {
    package let format = "gif"

    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: "GIF8".utf8) }

    func open(_ file: SourceFile) -> any OpenedImage { GIFImage(file) }
}

/// An open GIF.
private final class GIFImage: OpenedImage {
    let file: SourceFile
    let loader = LoaderTraits(warningsAreDamage: true)

    private let knownFrames = LazyValue<GIFFrameCount>()

    init(_ file: SourceFile) { self.file = file }

    private var frameCount: GIFFrameCount { knownFrames.value { GIFFrameCount(file) } }

    var isTruncated: Bool { frameCount.isTruncated }

    /// The beginning of a frame is enough.
    var canBeFilled: Bool { frameCount.hasFrame }

    /// Rejects a truncated animation, because the number of frames is unknown. If the first frame
    /// is truncated, libvips reports the row.
    func checkPages(allowsDamaged: Bool) throws(ZigguratError) {
        try check(allowsDamaged || frameCount.whole == 0)
    }

    /// Rejects a truncated frame after the first frame, because libvips delivers the pixels of a
    /// truncated frame without a message.
    func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage? {
        let page = settings.page ?? 0
        try check(settings.allowsDamaged || page == 0 || page < frameCount.whole)
        return nil
    }

    private func check(_ isReadable: Bool) throws(ZigguratError) {
        guard isReadable || !isTruncated else {
            throw ZigguratError(SourceError.truncated(row: nil, of: nil), file.path)
        }
    }

    /// The measured memory of the shown frame in RGBA, and of buffers.
    func heldBytes(of image: MemoryQuestion) -> Int? { 43 * image.pixelCount / 10 }

    /// A mask that makes pixels transparent that no frame covers, as in browsers. In files without
    /// a transparent colour, libvips makes these pixels black.
    func mask(
        of image: VipsImage, _ settings: DecodePlan.Settings
    ) throws(ZigguratError) -> (any RowReader)? {
        guard !image.hasAlpha else { return nil }
        let frames = GIFFrames(file, to: settings.page ?? 0, of: image.size)
        // A damaged file may have no frames, which needs no mask.
        guard !frames.coverAll, !frames.areas.isEmpty else { return nil }
        return CoverageReader(frames.areas, of: image.size)
    }
}

/// The areas of the frames of a GIF that are drawn on top of each other.
///
/// Source: GIF89a, 18 to 25.
struct GIFFrames {
    private(set) var areas: [PixelRegion] = []
    /// Whether a frame covers the whole image. Later frames are not listed.
    private(set) var coverAll = false

    fileprivate enum Mark {
        static let extensionBlock: UInt8 = 0x21
        static let control: UInt8 = 0xF9
        package static let image: UInt8 = 0x2C
    }
    /// The disposal method that removes a frame before the next frame is drawn.
    private static let restored = 3
    /// The maximum number of blocks that are read. A damaged file may have any number of blocks.
    fileprivate static let blockLimit = 1 << 20

    /// - Parameter last: the index of the frame that is shown, from 0.
    init(_ file: SourceFile, to last: Int, of size: PixelSize) {
        var place = Self.start(file)
        var (number, disposal) = (0, 0)
        for _ in 0..<Self.blockLimit where number <= last {
            let head = file.bytes(10, at: place)
            switch head.first {
            case Mark.extensionBlock where head.count > 3:
                if head[1] == Mark.control { disposal = Int(head[3]) >> 2 & 7 }
                guard let end = Self.end(of: place + 2, in: file) else { return }
                place = end
            case Mark.image where head.count == 10:
                let area = PixelRegion(
                    x: head[1..<3].littleEndian, y: head[3..<5].littleEndian,
                    width: head[5..<7].littleEndian, height: head[7..<9].littleEndian)
                if disposal != Self.restored || number == last { areas.append(area) }
                coverAll =
                    areas.last == area && area.x == 0 && area.y == 0 && area.width >= size.width
                    && area.height >= size.height
                if coverAll { return }
                (number, disposal) = (number + 1, 0)
                guard number <= last, let end = Self.imageEnd(head, at: place, in: file) else {
                    return
                }
                place = end
            default: return
            }
        }
    }

    /// Returns the offset of the first block.
    fileprivate static func start(_ file: SourceFile) -> Int {
        13 + tableBytes(file.bytes(1, at: 10).first)
    }

    /// Returns the end of an image; `nil` if the file ends first.
    ///
    /// - Parameter head: the image descriptor, which has ten bytes.
    fileprivate static func imageEnd(_ head: [UInt8], at place: Int, in file: SourceFile) -> Int? {
        // One byte, the minimum code size, precedes the data.
        end(of: place + 10 + tableBytes(head[9]) + 1, in: file)
    }

    /// The bytes of the colour table that follows a descriptor with these flags.
    private static func tableBytes(_ flags: UInt8?) -> Int {
        guard let flags, flags & 0x80 != 0 else { return 0 }
        return 3 << (Int(flags & 7) + 1)
    }

    /// Returns the end of a series of blocks, each of which begins with its length; `nil` if the
    /// file ends first.
    fileprivate static func end(of start: Int, in file: SourceFile) -> Int? {
        var place = start
        // Only the series of pixels is long.
        var partLength = 1 << 10
        while true {
            let part = file.bytes(partLength, at: place)
            var index = 0
            while index < part.count {
                let length = Int(part[index])
                index += 1 + length
                if length == 0 { return place + index }
            }
            place += index
            guard part.count == partLength else { return nil }
            partLength = 1 << 16
        }
    }
}

/// The number of whole frames of a GIF, and whether the file is truncated.
///
/// Source: GIF89a, 18 to 27.
struct GIFFrameCount {
    /// The number of complete frames before the end of the file.
    private(set) var whole = 0
    /// Whether the file has a frame, which may be incomplete.
    private(set) var hasFrame = false
    /// Whether the file ends before the trailer. Bytes after the trailer are ignored. A file with a
    /// single whole image need not have a trailer. A file with several images may have lost images.
    private(set) var isTruncated = false

    private typealias Mark = GIFFrames.Mark

    init(_ file: SourceFile) {
        var place = GIFFrames.start(file)
        for _ in 0..<GIFFrames.blockLimit {
            let head = file.bytes(10, at: place)
            var end: Int?
            switch head.first {
            case Mark.extensionBlock: end = GIFFrames.end(of: place + 2, in: file)
            case Mark.image where head.count == 10:
                end = GIFFrames.imageEnd(head, at: place, in: file)
                hasFrame = true
                if end != nil { whole += 1 }
            case nil:
                isTruncated = whole != 1
                return
            case Mark.image: break
            // The trailer, or damage, which libvips reports.
            default: return
            }
            guard let end else {
                isTruncated = true
                return
            }
            place = end
        }
    }
}

/// Reads the rows of a mask that is 255 inside some areas, and 0 elsewhere.
private final class CoverageReader: RowReader {
    package let size: PixelSize
    package let bands = 1
    package let sampleBytes = 1
    private let areas: [PixelRegion]
    private var row = 0

    init(_ areas: [PixelRegion], of size: PixelSize) {
        (self.areas, self.size) = (areas, size)
    }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for output in rows {
            output.update(repeating: 0, count: size.width)
            for area in areas where area.rows.contains(row) && area.x < size.width {
                let count = min(area.maxX, size.width) - area.x
                (output + area.x).update(repeating: 255, count: count)
            }
            row += 1
        }
    }
}
