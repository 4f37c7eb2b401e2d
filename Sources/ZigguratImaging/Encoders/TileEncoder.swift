internal import ZigguratCore

/// Turns the pixels of a tile into the bytes of a file. One encoder serves one thread, tile after
/// tile.
protocol TileEncoder: AnyObject {
    /// The format that it writes.
    static var format: TileFormat { get }

    /// - Parameter bands: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    init(_ encoding: TileEncoding, bands: Int) throws(ZigguratError)

    /// - Returns: the file's bytes, which last until the next call.
    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer
}

/// The pixels of a tile: addresses of its rows, which lie wherever the level keeps them.
struct TilePixels {
    let rows: UnsafePointer<UnsafePointer<UInt8>>
    let width: Int
    let height: Int
    let bands: Int
}

/// Every encoder there is, one for a format.
enum TileEncoders {
    static let all: [any (TileEncoder & SendableMetatype).Type] = [
        JPEGTileEncoder.self,
        PNGTileEncoder.self,
        WebPTileEncoder.self,
        AVIFTileEncoder.self,
    ]

    static func make(
        for encoding: TileEncoding, bands: Int
    ) throws(ZigguratError) -> any TileEncoder {
        guard let type = all.first(where: { $0.format == encoding.format }) else {
            throw ZigguratError(
                .encodingFailed, "", "there is no encoder for \(encoding.format) tiles")
        }
        return try type.init(encoding, bands: bands)
    }
}
