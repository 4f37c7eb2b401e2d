internal import ZigguratCore
internal import ZigguratSystem

/// Encodes the pixels of tiles. One thread uses an encoder for one tile after another.
protocol TileEncoder: AnyObject {
    /// Creates an encoder.
    ///
    /// - Parameters:
    ///   - bands: the number of bands: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    ///   - profile: the ICC profile to embed in every tile; empty for sRGB.
    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError)

    /// Encodes a tile.
    ///
    /// - Returns: the file's bytes, valid until the next call.
    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer
}

/// The pixels of a tile, as addresses of rows. The encoder reads the rows of the level without a
/// copy.
struct TilePixels {
    let rows: UnsafePointer<UnsafePointer<UInt8>>
    let width: Int
    let height: Int
    let bands: Int
    /// The bytes of a sample: 1, or 2 in the machine's byte order.
    var sampleBytes = 1

    package var size: PixelSize { PixelSize(width: width, height: height) }
    var bytesPerPixel: Int { bands * sampleBytes }
}
