internal import CPixels
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Reads an interlaced PNG file. The whole image is held in memory, because the last pass contains
/// pixels of many rows.
///
/// Source: PNG specification, second edition, section 8.2.
final class InterlacedPNGReader: RowReader {
    /// The pixels of a pass: the position of the first pixel, and the distances between pixels.
    private struct Pass {
        let x: Int
        let y: Int
        let stepX: Int
        let stepY: Int

        func size(of image: PixelSize) -> PixelSize {
            PixelSize(
                width: max(0, image.width - x).dividedRoundingUp(by: stepX),
                height: max(0, image.height - y).dividedRoundingUp(by: stepY))
        }

        /// The area that a pixel covers until later passes are decoded.
        var block: PixelSize {
            PixelSize(width: x > 0 ? x : stepX, height: y > 0 ? y : stepY)
        }
    }

    private static let passes = [
        Pass(x: 0, y: 0, stepX: 8, stepY: 8), Pass(x: 4, y: 0, stepX: 8, stepY: 8),
        Pass(x: 0, y: 4, stepX: 4, stepY: 8), Pass(x: 2, y: 0, stepX: 4, stepY: 4),
        Pass(x: 0, y: 2, stepX: 2, stepY: 4), Pass(x: 1, y: 0, stepX: 2, stepY: 2),
        Pass(x: 0, y: 1, stepX: 1, stepY: 2),
    ]

    private let file: PNGFile
    private let image: RowMemory
    private let rowBytes: Int
    /// Whether missing pixels get the colours of earlier passes.
    private let fillsMissing: Bool
    private var rowsRead = 0

    /// Decodes the whole image.
    ///
    /// - Parameters:
    ///   - fillsMissing: whether missing pixels get the colours of earlier passes instead of an
    ///     error.
    ///   - isWanted: called from time to time; the answer `false` cancels.
    init(
        _ file: PNGFile, fillsMissing: Bool = false, isWanted: () -> Bool
    ) throws(ZigguratError) {
        (self.file, self.fillsMissing) = (file, fillsMissing)
        rowBytes = file.size.width * file.pixels.bytesPerPixel
        // The file may end long before its last row.
        image = try RowMemory(byteCount: rowBytes * file.size.height, populates: false)
        do throws(ZigguratError) {
            for pass in Self.passes {
                try decode(pass, isWanted: isWanted)
            }
            try file.stream.finish()
        } catch {
            guard fillsMissing, error.reason is SourceError else { throw error }
        }
    }

    package var size: PixelSize { file.size }
    package var bands: Int { file.pixels.bands }
    package var sampleBytes: Int { file.pixels.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        for row in rows {
            row.update(from: address(ofRow: rowsRead), count: rowBytes)
            rowsRead += 1
        }
    }

    private func address(ofRow y: Int) -> UnsafeMutablePointer<UInt8> {
        (image.start + y * rowBytes).assumingMemoryBound(to: UInt8.self)
    }

    private func decode(_ pass: Pass, isWanted: () -> Bool) throws(ZigguratError) {
        let size = pass.size(of: file.size)
        // A pass without pixels has no rows.
        guard size.width > 0, size.height > 0 else { return }
        let scanlines = PNGScanlines(file, size)
        let row = UnsafeMutablePointer<UInt8>.allocate(
            capacity: size.width * file.pixels.bytesPerPixel)
        defer { row.deallocate() }
        for number in 0..<size.height {
            if number % 256 == 0, !isWanted() { throw ZigguratError(Cancelled(), file.path) }
            let y = pass.y + number * pass.stepY
            try scanlines.read(into: row, number: y)
            guard !fillsMissing else {
                fill(row, size.width, of: pass, at: y)
                continue
            }
            zig_scatter_row(
                row, address(ofRow: y) + pass.x * file.pixels.bytesPerPixel, Int32(size.width),
                Int32(file.pixels.bytesPerPixel), pass.stepX * file.pixels.bytesPerPixel)
        }
    }

    /// Fills the blocks of the pixels of a pass in a row.
    private func fill(_ pixels: UnsafePointer<UInt8>, _ count: Int, of pass: Pass, at top: Int) {
        let length = file.pixels.bytesPerPixel
        for y in top..<min(top + pass.block.height, file.size.height) {
            let row = address(ofRow: y)
            for number in 0..<count {
                let left = pass.x + number * pass.stepX
                for x in left..<min(left + pass.block.width, file.size.width) {
                    (row + x * length).update(from: pixels + number * length, count: length)
                }
            }
        }
    }
}

/// Reads an interlaced PNG file that may be damaged. Pixels behind the damage have the colours of
/// earlier passes. The image is decoded when its first row is read.
final class FilledPNGReader: RowReader {
    private let file: PNGFile
    private var reader: InterlacedPNGReader?

    init(_ file: PNGFile) { self.file = file }

    package var size: PixelSize { file.size }
    package var bands: Int { file.pixels.bands }
    package var sampleBytes: Int { file.pixels.sampleBytes }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        if let reader { return try reader.read(into: rows) }
        let decoded = try InterlacedPNGReader(file, fillsMissing: true) { true }
        reader = decoded
        try decoded.read(into: rows)
    }
}
