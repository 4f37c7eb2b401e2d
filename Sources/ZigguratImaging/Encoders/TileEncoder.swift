internal import ZigguratCore
internal import ZigguratSystem

/// Turns the pixels of a tile into the bytes of a file. One encoder serves one thread, tile after
/// tile.
protocol TileEncoder: AnyObject {
    /// The format that it writes.
    static var format: TileFormat { get }
    /// Whether the libraries at hand may lack what it needs.
    static var needsTrial: Bool { get }

    /// Whether it writes such tiles of its format.
    static func writes(_ encoding: TileEncoding) -> Bool

    /// - Parameters:
    ///   - bands: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    ///   - profile: the colour profile that every tile carries; empty for sRGB, which carries none.
    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError)

    /// - Returns: the file's bytes, which last until the next call.
    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer
}

extension TileEncoder {
    static var needsTrial: Bool { false }
    static func writes(_ encoding: TileEncoding) -> Bool { encoding.format == format }
}

/// The pixels of a tile: addresses of its rows, which lie wherever the level keeps them.
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
