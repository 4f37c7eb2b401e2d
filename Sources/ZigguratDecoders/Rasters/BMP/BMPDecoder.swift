internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of Windows bitmaps.
package struct BMPDecoder: RasterDecoder {
    package init() {}

    package let format = "bmp"
    let extensions = ["bmp", "dib"]

    /// Checks the signature and the length of the second header.
    func recognises(_ head: [UInt8]) -> Bool {
        head.count > 15 && head.starts(with: "BM".utf8)
            && BMPHeader.lengths.contains(Int(head[14])) && head[15] == 0 || isBare(head)
    }

    /// Whether a file lacks the first header, as bitmaps in a clipboard do. The file then begins
    /// with the length of the second header. Two sizes of four bytes, the number of planes and the
    /// bits per pixel follow.
    private func isBare(_ head: [UInt8]) -> Bool {
        head.count > 15 && [40, 108, 124].contains(head[..<4].littleEndian)
            && head[12..<14].littleEndian == 1
            && [1, 2, 4, 8, 16, 24, 32].contains(head[14..<16].littleEndian)
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        if isBare(file.bytes(16, at: 0)) {
            return BMPRaster(try BMPHeader(file, at: 0, pixelsAt: nil), file)
        }
        let pixels = file.bytes(4, at: 10).littleEndian
        let header = try BMPHeader(file, at: 14, pixelsAt: pixels)
        return BMPRaster(header, file)
    }
}
