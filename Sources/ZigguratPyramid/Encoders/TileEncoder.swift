package import ZigguratCore
internal import ZigguratImaging
package import ZigguratSystem

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

/// The encoders of tile formats.
package enum TileEncoders {
    /// The formats with an encoder in this module. libvips encodes all other formats.
    private static var own: [TileFormat: any TileEncoder.Type] {
        [
            .jpeg: JPEGTileEncoder.self, .png: PNGTileEncoder.self, .tiff: TIFFTileEncoder.self,
            .webp: WebPTileEncoder.self,
        ]
    }

    /// Creates the encoder of a format.
    ///
    /// - Parameters:
    ///   - bands: the number of bands: 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha.
    ///   - profile: the ICC profile to embed in every tile; empty for sRGB.
    static func make(
        for encoding: TileEncoding, bands: Int, profile: [UInt8] = []
    ) throws(ZigguratError) -> any TileEncoder {
        guard let own = Self.own[encoding.format], !isEncodedByVips(encoding) else {
            return try VipsTileEncoder(encoding, bands: bands, profile: profile)
        }
        return try own.init(encoding, bands: bands, profile: profile)
    }

    package static func isEncodedByVips(_ encoding: TileEncoding) -> Bool {
        encoding.format.traits.vipsSuffix(encoding) != nil
    }

    /// Checks that the installed libvips supports the encoding, by encoding a tile.
    package static func check(_ encoding: TileEncoding) throws(ZigguratError) {
        guard isEncodedByVips(encoding) else { return }
        let encoder = try make(for: encoding, bands: 3)
        let scratch = TileScratch()
        do throws(ZigguratError) {
            _ = try encoder.encode(scratch.plain(PixelSize(square: 16), background: [0, 0, 0]))
        } catch {
            throw ZigguratError(EncoderError.unsupported(encoding.format), cause: error.cause)
        }
    }
}
