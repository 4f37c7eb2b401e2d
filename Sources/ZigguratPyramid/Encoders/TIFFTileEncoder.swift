internal import CPixels
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Encodes TIFF tiles of 8 or 16 bits per sample: one strip of differences, compressed by Deflate.
///
/// Source: TIFF 6.0, section 14 (differencing predictor).
final class TIFFTileEncoder: TileEncoder {
    private let deflater: ZlibDeflater
    private let bands: Int
    private let bits: Int
    private let profile: [UInt8]
    private var differences: [UInt8] = []
    /// The encoded file.
    private var result: UnsafeMutableRawBufferPointer = .allocate(byteCount: 0, alignment: 1)

    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        deflater = try ZlibDeflater(level: encoding.compression, of: .tiff)
        self.bands = bands
        bits = encoding.bits
        self.profile = profile
    }

    deinit {
        result.deallocate()
    }

    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        subtract(pixels)
        var head = TIFFHead(
            size: pixels.size, samples: bands, hasAlpha: bands.isMultiple(of: 2), bits: bits,
            photometric: bands >= 3 ? 2 : 1)
        head.profile = profile
        let start = head.bytes(stripBytes: 0).count
        let capacity = start + deflater.bound(differences.count)
        if result.count < capacity {
            result.deallocate()
            result = .allocate(byteCount: capacity, alignment: 16)
        }
        let room = UnsafeMutableRawBufferPointer(rebasing: result[start...])
        let length = differences.withUnsafeBufferPointer { deflater.compress($0, into: room) }
        guard let length else { throw ZigguratError(EncoderError.failed(.tiff)) }
        result.copyBytes(from: head.bytes(stripBytes: length))
        return UnsafeRawBufferPointer(rebasing: result.prefix(start + length))
    }

    private func subtract(_ pixels: TilePixels) {
        let count = pixels.width * bands
        let rowLength = count * bits / 8
        if differences.count != rowLength * pixels.height {
            differences = [UInt8](repeating: 0, count: rowLength * pixels.height)
        }
        differences.withUnsafeMutableBufferPointer { output in
            // A tile has at least one pixel, so the buffer has an address.
            let start = output.baseAddress.unsafelyUnwrapped
            for y in 0..<pixels.height {
                let (row, target) = (pixels.rows[y], start + y * rowLength)
                if bits == 16 {
                    zig_subtract_left_wide(row, target, Int32(count), Int32(bands))
                } else {
                    zig_subtract_left(row, target, Int32(count), Int32(bands))
                }
            }
        }
    }
}
