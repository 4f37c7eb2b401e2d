internal import CSystem
internal import Glibc
internal import ZigguratCore
package import ZigguratSystem

/// A decoded image whose pixels can be read in another order. A small image is in memory; a larger
/// image is in a temporary file without a name.
///
/// The image is stored in strips of columns or of rows. Filling the spool takes the memory of one
/// strip of rows and one strip of columns.
final class RowSpool: Sendable {
    /// The number of columns or rows in a strip.
    static let thickness = 64
    /// The size up to which images stay in memory, in bytes.
    static let memoryLimit = 64_000_000

    package let size: PixelSize
    package let bytesPerPixel: Int
    /// Whether the strips consist of columns.
    private let isColumnar: Bool
    private let file: TemporaryFile

    /// - Parameters:
    ///   - memoryLimit: the size up to which the image stays in memory, in bytes.
    ///   - isWanted: called from time to time; returns `false` to cancel.
    init(
        _ reader: any RowReader, inColumns isColumnar: Bool,
        memoryLimit: Int = RowSpool.memoryLimit, isWanted: () -> Bool
    ) throws(ZigguratError) {
        size = reader.size
        bytesPerPixel = reader.bytesPerPixel
        self.isColumnar = isColumnar
        let byteCount = size.pixelCount * bytesPerPixel
        file = try TemporaryFile(inMemory: byteCount <= memoryLimit)
        try fill(from: reader, isWanted: isWanted)
    }

    /// The distance from one row of a strip to the next, in bytes.
    var stride: Int { (isColumnar ? Self.thickness : size.width) * bytesPerPixel }

    /// Returns the number of rows in a strip.
    package func rows(ofStrip strip: Int) -> Int {
        isColumnar ? size.height : min(Self.thickness, size.height - strip * Self.thickness)
    }

    /// The size of a whole strip, in bytes.
    private var stripByteCount: Int { (isColumnar ? size.height : Self.thickness) * stride }

    /// Fills a buffer with rows of a strip. Several threads can read at once.
    package func read(
        strip: Int, rows: Range<Int>, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ZigguratError) {
        try file.read(into: buffer, at: strip * stripByteCount + rows.lowerBound * stride)
    }

    private func fill(
        from reader: any RowReader, isWanted: () -> Bool
    ) throws(ZigguratError) {
        let rowLength = size.width * bytesPerPixel
        let rows = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Self.thickness * rowLength, alignment: 64)
        let piece = UnsafeMutableRawBufferPointer.allocate(
            byteCount: isColumnar ? Self.thickness * stride : 0, alignment: 64)
        defer {
            rows.deallocate()
            piece.deallocate()
        }
        // An image has at least one pixel, so the buffer has an address.
        let start = rows.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        for top in Swift.stride(from: 0, to: size.height, by: Self.thickness) {
            guard isWanted() else { throw ZigguratError(Cancelled()) }
            let count = min(Self.thickness, size.height - top)
            let addresses = (0..<count).map { start + $0 * rowLength }
            try Self.readAll(addresses, from: reader, isWanted)
            if isColumnar {
                try write(addresses, top: top, through: piece)
            } else {
                try file.write(
                    UnsafeRawBufferPointer(rebasing: rows[..<(count * rowLength)]),
                    at: top * rowLength)
            }
        }
    }

    /// Reads rows in portions of at most ``RowChunk/height`` rows.
    private static func readAll(
        _ addresses: [UnsafeMutablePointer<UInt8>], from reader: any RowReader,
        _ isWanted: () -> Bool
    ) throws(ZigguratError) {
        var rest = addresses[...]
        while !rest.isEmpty {
            let part = rest.prefix(RowChunk.height)
            rest = rest.dropFirst(part.count)
            try reader.waitForRows(part.count, isWanted: isWanted)
            try reader.read(part)
        }
    }

    /// Cuts rows into pieces as wide as a strip, and writes each piece to its strip.
    private func write(
        _ addresses: [UnsafeMutablePointer<UInt8>], top: Int,
        through piece: UnsafeMutableRawBufferPointer
    ) throws(ZigguratError) {
        let stripCount = size.width.dividedRoundingUp(by: Self.thickness)
        for strip in 0..<stripCount {
            let left = strip * Self.thickness
            let length = min(Self.thickness, size.width - left) * bytesPerPixel
            for (row, address) in addresses.enumerated() {
                piece.baseAddress?.advanced(by: row * stride)
                    .copyMemory(from: address + left * bytesPerPixel, byteCount: length)
            }
            try file.write(
                UnsafeRawBufferPointer(rebasing: piece[..<(addresses.count * stride)]),
                at: strip * stripByteCount + top * stride)
        }
    }
}

/// A temporary file without a name. The system deletes it when it is closed, even if the program
/// crashes.
package struct TemporaryFile: ~Copyable {
    private let descriptor: Int32

    /// The folder of temporary files: `TMPDIR`, else `/var/tmp` if it is writable, else `/tmp`.
    package static var folder: String {
        if let folder = getenv("TMPDIR").map({ String(cString: $0) }), !folder.isEmpty {
            return folder
        }
        return access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp"
    }

    init(inMemory isInMemory: Bool) throws(ZigguratError) {
        var template = Array("\(Self.folder)/ziggurat-XXXXXX".utf8CString)
        descriptor = isInMemory ? zig_spool_in_memory() : zig_spool_on_disk(&template)
        guard descriptor >= 0 else { throw Self.failure() }
    }

    deinit {
        close(descriptor)
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ZigguratError) {
        guard FileTransfer.write(bytes.bytes, to: descriptor, at: offset) else {
            throw Self.failure()
        }
    }

    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int)
        throws(ZigguratError)
    {
        let count = FileTransfer.read(into: bytes, from: descriptor, at: offset)
        guard count == bytes.count else { throw Self.failure() }
    }

    private static func failure() -> ZigguratError {
        ZigguratError(SourceError.temporaryFile(folder: folder), cause: .lastSystemError)
    }
}
