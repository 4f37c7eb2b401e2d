internal import ZigguratCore
internal import ZigguratSystem

/// Windows bitmaps.
struct BMPDecoder: RasterDecoder {
    let format = "bmp"
    let extensions = ["bmp", "dib"]

    /// The mark, and the length of the second header.
    func recognises(_ head: [UInt8]) -> Bool {
        head.count > 15 && head.starts(with: "BM".utf8)
            && BMPHeader.lengths.contains(Int(head[14])) && head[15] == 0
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        let pixels = file.bytes(4, at: 10).littleEndian
        let header = try BMPHeader(file, at: 14, pixelsAt: pixels)
        return BMPRaster(header, file)
    }
}
