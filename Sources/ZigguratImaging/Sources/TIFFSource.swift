internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// An ordinary TIFF, 8 bits a sample, grey or RGB, in tiles or strips: libvips decodes those of a
/// file one after the other, libtiff with a handle a thread side by side.
final class TIFFSource: BlockSource {
    let size: PixelSize
    let bands: Int
    let chunks: BlockChunks
    fileprivate let path: String
    fileprivate let blockSize: PixelSize
    fileprivate let isTiled: Bool
    /// Whether blocks that are not there are black instead of an error.
    fileprivate let fillsMissing: Bool

    /// Blocks that are taller are left to libvips: rings of rows would have to hold two of them.
    private static let tallestBlock = 512
    /// The least rows of a chunk, which strips may be far below.
    private static let leastChunk = 64
    private static let blocksPerPart = 4

    /// - Returns: `nil` where the file is a TIFF of a kind that libvips reads better.
    init?(path: String, fillsMissing: Bool = false) throws(ZigguratError) {
        let file = try TIFFHandle(path: path)
        var picture = zig_tiff_picture()
        guard zig_tiff_describe(file.pointer, &picture) != 0,
            picture.block_height <= Self.tallestBlock
        else { return nil }
        self.path = path
        size = PixelSize(width: Int(picture.width), height: Int(picture.height))
        bands = Int(picture.bands)
        blockSize = PixelSize(width: Int(picture.block_width), height: Int(picture.block_height))
        isTiled = picture.is_tiled != 0
        self.fillsMissing = fillsMissing
        let across = (size.width + blockSize.width - 1) / blockSize.width
        let down = (Self.leastChunk + blockSize.height - 1) / blockSize.height
        chunks = BlockChunks(
            height: down * blockSize.height,
            parts: (across + Self.blocksPerPart - 1) / Self.blocksPerPart)
    }

    fileprivate var blocksAcross: Int { (size.width + blockSize.width - 1) / blockSize.width }

    /// The columns of blocks that belong to a part.
    fileprivate func columns(ofPart part: Int) -> Range<Int> {
        part * Self.blocksPerPart..<min((part + 1) * Self.blocksPerPart, blocksAcross)
    }

    func makeReader() throws(ZigguratError) -> any BlockReader {
        try TIFFBlockReader(self)
    }
}

/// Decodes blocks with a handle of its own, and copies what they show to where the rows are.
private final class TIFFBlockReader: BlockReader {
    private let source: TIFFSource
    private let file: TIFFHandle
    private let block: UnsafeMutableRawBufferPointer

    init(_ source: TIFFSource) throws(ZigguratError) {
        self.source = source
        file = try TIFFHandle(path: source.path)
        // Again for this handle: it sets what colours JPEG tiles come out in.
        var picture = zig_tiff_picture()
        guard zig_tiff_describe(file.pointer, &picture) != 0 else {
            throw ZigguratError(
                .invalidSource, source.path, "it changed while it was being read",
                remedy: "export it again when nobody writes to it")
        }
        let size = source.blockSize
        block = .allocate(byteCount: size.pixelCount * source.bands, alignment: 64)
    }

    deinit {
        block.deallocate()
    }

    func read(
        _ rows: Range<Int>, part: Int,
        into addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(ZigguratError) {
        let height = source.blockSize.height
        for top in stride(from: rows.lowerBound, to: rows.upperBound, by: height) {
            let shown = top..<min(top + height, rows.upperBound)
            for column in source.columns(ofPart: part) {
                try decode(top / height * source.blocksAcross + column, rows: shown)
                copy(
                    column, rows: shown,
                    to: UnsafeBufferPointer(
                        rebasing: addresses[(top - rows.lowerBound)..<addresses.count]))
            }
        }
    }

    private func decode(_ number: Int, rows: Range<Int>) throws(ZigguratError) {
        let needed = rows.count * source.blockSize.width * source.bands
        let count = zig_tiff_read(
            file.pointer, source.isTiled ? 1 : 0, UInt32(number), block.baseAddress, block.count)
        guard count >= needed else {
            if source.fillsMissing {
                _ = block.initializeMemory(as: UInt8.self, repeating: 0)
                return
            }
            throw TruncationCheck.failure(
                of: source.path, atRow: rows.lowerBound,
                message: count < 0 ? file.message : "a block of it is too short")
        }
    }

    private func copy(
        _ column: Int, rows: Range<Int>,
        to addresses: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) {
        let (width, bands) = (source.blockSize.width, source.bands)
        let left = column * width
        let count = min(width, source.size.width - left) * bands
        // There are bytes: a block has at least one pixel.
        let bytes = block.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        for y in 0..<rows.count {
            (addresses[y] + left * bands).update(from: bytes + y * width * bands, count: count)
        }
    }
}

/// An open TIFF, closed when nobody needs it any longer.
private final class TIFFHandle {
    let pointer: OpaquePointer
    private let complaint: UnsafeMutablePointer<CChar>

    init(path: String) throws(ZigguratError) {
        complaint = .allocate(capacity: Int(ZIG_TIFF_MESSAGE_SIZE))
        complaint.initialize(repeating: 0, count: Int(ZIG_TIFF_MESSAGE_SIZE))
        guard let pointer = zig_tiff_open(path, complaint) else {
            let message = String(cString: complaint)
            complaint.deallocate()
            throw TruncationCheck.failure(of: path, atRow: 0, message: message)
        }
        self.pointer = pointer
    }

    deinit {
        zig_tiff_close(pointer)
        complaint.deallocate()
    }

    /// What libtiff complained about last.
    var message: String { String(cString: complaint) }
}
