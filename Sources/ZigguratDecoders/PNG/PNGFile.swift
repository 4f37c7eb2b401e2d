internal import CPixels
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
    init?(path: String) throws(ZigguratError) {
        let stream = try PNGDataStream(path: path)
        let header = stream.header
        guard let kind = PNGKind(header, stream.palette, stream.transparency) else { return nil }
        self.path = path
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
