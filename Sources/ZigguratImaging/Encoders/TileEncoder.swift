internal import ZigguratCore
internal import ZigguratSystem

/// Encodes the pixels of tiles. One encoder serves one thread, tile after tile.
protocol TileEncoder: AnyObject {
    /// - Parameters:
    ///   - bands: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    ///   - profile: the ICC profile to embed in every tile; empty for sRGB, which needs none.
    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError)

    /// - Returns: the file's bytes, valid until the next call.
    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer
}

/// The pixels of a tile, as the addresses of its rows: an encoder reads them where the level keeps
/// them.
struct TilePixels {
    let rows: UnsafePointer<UnsafePointer<UInt8>>
    let width: Int
    let height: Int
    let bands: Int
    /// 1, or 2 in the byte order of the machine.
    var sampleBytes = 1

    var size: PixelSize { PixelSize(width: width, height: height) }
    var bytesPerPixel: Int { bands * sampleBytes }
}
