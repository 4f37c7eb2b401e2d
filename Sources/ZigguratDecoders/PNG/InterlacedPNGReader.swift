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

        package func size(of image: PixelSize) -> PixelSize {
            PixelSize(
                width: max(0, image.width - x).dividedRoundingUp(by: stepX),
                height: max(0, image.height - y).dividedRoundingUp(by: stepY))
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
    private var rowsRead = 0

    /// Decodes the whole image.
    ///
    /// - Parameter isWanted: called from time to time; the answer `false` cancels.
    init(_ file: PNGFile, isWanted: () -> Bool) throws(ZigguratError) {
        self.file = file
        rowBytes = file.size.width * file.pixels.bytesPerPixel
        image = try RowMemory(byteCount: rowBytes * file.size.height)
        for pass in Self.passes {
            try decode(pass, isWanted: isWanted)
        }
        try file.stream.finish()
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
            zig_scatter_row(
                row, address(ofRow: y) + pass.x * file.pixels.bytesPerPixel, Int32(size.width),
                Int32(file.pixels.bytesPerPixel), pass.stepX * file.pixels.bytesPerPixel)
        }
    }
}
