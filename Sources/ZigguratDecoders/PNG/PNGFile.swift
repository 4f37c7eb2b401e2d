internal import CPixels
internal import CSystemLibraries
package import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// An open PNG file, and the conversion of its stored rows to pixels.
package final class PNGFile {
    package let path: String
    let stream: PNGDataStream
    package let size: PixelSize
    package let pixels: StoredPixels
    let isInterlaced: Bool
    private let bits: Int
    private let storedSamples: Int
    /// The pixel, in four bytes, for each value of a sample; empty if samples are used without a
    /// table.
    private let colours: [UInt8]

    /// - Returns: `nil` if libvips has to read the file.
    init?(_ file: SourceFile) throws(ZigguratError) {
        let stream = try PNGDataStream(file)
        let header = stream.header
        guard let kind = PNGKind(header, stream.palette, stream.transparency) else { return nil }
        path = file.path
        self.stream = stream
        bits = Int(header.bitDepth)
        size = header.size
        pixels = kind.pixels
        isInterlaced = header.isInterlaced
        storedSamples = kind.storedSamples
        colours = kind.colours
    }

    /// The bytes of a stored row with `width` pixels.
    func rowLength(_ width: Int) -> Int { (width * storedSamples * bits + 7) / 8 }

    /// The distance, in bytes, to the pixel that filters compare with.
    var filterLength: Int { max(1, storedSamples * bits / 8) }

    /// Converts a stored row, with filters undone, to pixels.
    func unpack(
        _ stored: UnsafePointer<UInt8>, to row: UnsafeMutablePointer<UInt8>, width: Int
    ) {
        if !colours.isEmpty {
            zig_png_expand(
                stored, row, Int32(width), Int32(bits), colours, Int32(pixels.bands))
        } else if bits == 16 {
            zig_swap_row(stored, row, Int32(width * pixels.bands))
        } else {
            row.update(from: stored, count: width * pixels.bands)
        }
    }
}

/// The conversion of the samples of a PNG file to pixels.
///
/// Source: PNG specification, second edition, 11.2.2, 11.2.3, 11.3.2.1 and 11.3.3.3.
struct PNGKind {
    package let pixels: StoredPixels
    /// The number of samples in a stored pixel; 1 with a palette.
    let storedSamples: Int
    /// The pixel, in four bytes, for each value of a sample; empty if samples are used without a
    /// table.
    package let colours: [UInt8]

    /// - Returns: `nil` if the header is invalid, or a single colour is transparent and the file
    ///   has no palette.
    init?(_ header: PNGDataStream.Header, _ palette: [UInt8], _ transparency: [UInt8]?) {
        let bits = Int(header.bitDepth)
        if header.colourType == 3 {
            guard [1, 2, 4, 8].contains(bits), !palette.isEmpty, palette.count % 3 == 0 else {
                return nil
            }
            let alpha = transparency ?? []
            // Values beyond the palette are black.
            colours = (0..<256).flatMap { value in
                let colour = palette.dropFirst(3 * value).prefix(3)
                return (colour.isEmpty ? [0, 0, 0] : Array(colour))
                    + [value < alpha.count ? alpha[value] : 255]
            }
            pixels = StoredPixels(colours: .rgb, hasAlpha: transparency != nil)
            storedSamples = 1
            return
        }
        guard transparency == nil,
            let isGrey = [0: true, 2: false, 4: true, 6: false][header.colourType],
            bits == 8 || bits == 16 || header.colourType == 0 && [1, 2, 4].contains(bits)
        else { return nil }
        pixels = StoredPixels(
            colours: isGrey ? .grey : .rgb, hasAlpha: header.colourType >= 4,
            sampleBytes: bits == 16 ? 2 : 1)
        storedSamples = pixels.bands
        let most = 1 << bits - 1
        colours =
            bits >= 8
            ? []
            : (0...most).flatMap { [UInt8](repeating: UInt8($0 * 255 / most), count: 4) }
    }

    /// Decompresses the data of an iCCP or zTXt chunk; `nil` if the data is damaged. The chunk has
    /// a name that ends with zero, a byte for the compression method, and zlib data.
    static func unpacked(_ chunk: [UInt8]) -> [UInt8]? {
        guard let end = chunk.firstIndex(of: 0), end + 2 < chunk.count,
            let decompressor = libdeflate_alloc_decompressor()
        else { return nil }
        defer { libdeflate_free_decompressor(decompressor) }
        let packed = Array(chunk[(end + 2)...])
        // The chunk does not state the length of the decompressed data.
        for room in [1 << 16, 1 << 22, 1 << 26] {
            var data = [UInt8](repeating: 0, count: room)
            var length = 0
            let status = libdeflate_zlib_decompress(
                decompressor, packed, packed.count, &data, room, &length)
            if status == LIBDEFLATE_SUCCESS { return Array(data[..<length]) }
            guard status == LIBDEFLATE_INSUFFICIENT_SPACE else { return nil }
        }
        return nil
    }
}
