internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// A decoded picture that is put down for a while, so that its pixels can be taken up in another
/// order: in memory where it is small, else in a temporary file that has no name.
///
/// It is kept in strips that are read whole: of so many columns, or of so many rows. Memory is
/// needed for one strip of rows and one of columns.
final class RowSpool {
    /// Columns, or rows, of a strip.
    static let thickness = 64
    /// Up to this many bytes stay in memory.
    static let memoryLimit = 64_000_000

    let size: PixelSize
    let bytesPerPixel: Int
    /// Whether the strips are columns.
    private let isColumnar: Bool
    private let descriptor: Int32

    /// - Parameters:
    ///   - memoryLimit: up to this many bytes stay in memory.
    ///   - isWanted: asked now and then; an answer of `false` cancels.
    /// - Throws: what the reader throws, or that there is no room.
    init(
        _ reader: any RowReader, inColumns isColumnar: Bool,
        memoryLimit: Int = RowSpool.memoryLimit, isWanted: () -> Bool
    ) throws(ZigguratError) {
        size = reader.size
        bytesPerPixel = reader.bytesPerPixel
        self.isColumnar = isColumnar
        let byteCount = Self.byteCount(size, bytesPerPixel: bytesPerPixel)
        descriptor = try TemporaryFile.open(inMemory: byteCount <= memoryLimit)
        do throws(ZigguratError) {
            try fill(from: reader, isWanted: isWanted)
        } catch {
            close(descriptor)
            throw error
        }
    }

    deinit {
        close(descriptor)
    }

    static func byteCount(_ size: PixelSize, bytesPerPixel: Int) -> Int {
        size.pixelCount * bytesPerPixel
    }

    /// Bytes from one row of a strip to the next.
    var stride: Int { (isColumnar ? Self.thickness : size.width) * bytesPerPixel }

    /// Rows of every strip, or of every strip but the last one.
    private var stripHeight: Int { isColumnar ? size.height : Self.thickness }

    /// What a strip takes.
    var stripByteCount: Int { stripHeight * stride }

    /// Fills a buffer of `stripByteCount` bytes with a strip.
    func read(strip: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ZigguratError) {
        var count = stripByteCount
        if !isColumnar {
            count = min(count, (size.height - strip * Self.thickness) * stride)
        }
        try TemporaryFile.read(
            descriptor, UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]),
            at: strip * stripByteCount)
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
        // There are bytes: a picture has at least one pixel.
        let start = rows.baseAddress.unsafelyUnwrapped.assumingMemoryBound(to: UInt8.self)
        for top in Swift.stride(from: 0, to: size.height, by: Self.thickness) {
            guard isWanted() else {
                throw ZigguratError(.cancelled, "", "stopped on request")
            }
            let count = min(Self.thickness, size.height - top)
            let addresses = (0..<count).map { start + $0 * rowLength }
            try Self.readAll(addresses, from: reader)
            if isColumnar {
                try write(addresses, top: top, through: piece)
            } else {
                try TemporaryFile.write(
                    descriptor, UnsafeRawBufferPointer(rebasing: rows[..<(count * rowLength)]),
                    at: top * rowLength)
            }
        }
    }

    /// In the portions that readers are made for.
    private static func readAll(
        _ addresses: [UnsafeMutablePointer<UInt8>], from reader: any RowReader
    ) throws(ZigguratError) {
        var rest = addresses[...]
        while !rest.isEmpty {
            let part = Array(rest.prefix(PyramidSchedule.readingChunk))
            rest = rest.dropFirst(part.count)
            var failure: ZigguratError?
            part.withUnsafeBufferPointer { rows in
                do throws(ZigguratError) {
                    try reader.read(into: rows)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
        }
    }

    /// Cuts a few rows into pieces as wide as a strip, each of which is written where its strip is.
    private func write(
        _ addresses: [UnsafeMutablePointer<UInt8>], top: Int,
        through piece: UnsafeMutableRawBufferPointer
    ) throws(ZigguratError) {
        let stripCount = (size.width + Self.thickness - 1) / Self.thickness
        for strip in 0..<stripCount {
            let left = strip * Self.thickness
            let length = min(Self.thickness, size.width - left) * bytesPerPixel
            for (row, address) in addresses.enumerated() {
                piece.baseAddress?.advanced(by: row * stride)
                    .copyMemory(from: address + left * bytesPerPixel, byteCount: length)
            }
            try TemporaryFile.write(
                descriptor,
                UnsafeRawBufferPointer(rebasing: piece[..<(addresses.count * stride)]),
                at: strip * stripByteCount + top * stride)
        }
    }
}
