internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// JPEG through libjpeg-turbo, straight from the rows of the level.
///
/// At the same settings its bytes are those of libvips: integer DCT, standard Huffman tables, no
/// JFIF header.
final class JPEGTileEncoder: TileEncoder {
    static let format = TileFormat.jpeg

    private let encoder: OpaquePointer

    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        encoder = try Self.makeEncoder(encoding, bands: bands, profile: profile)
    }

    static func makeEncoder(
        _ encoding: TileEncoding, bands: Int, profile: [UInt8]
    ) throws(ZigguratError) -> OpaquePointer {
        precondition(bands == 1 || bands == 3, "a JPEG has no alpha")
        let halvesColour =
            switch encoding.subsampling {
            case .automatic: encoding.quality < 90
            case .half: true
            case .full: false
            }
        guard
            let encoder = zig_jpeg_encoder_create(
                Int32(bands), Int32(encoding.quality), halvesColour ? 1 : 0,
                encoding.progressive ? 1 : 0, profile, profile.count)
        else {
            throw ZigguratError(.encodingFailed, "", "there is no memory for a JPEG encoder")
        }
        return encoder
    }

    deinit {
        zig_jpeg_encoder_destroy(encoder)
    }

    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        var length = 0
        let bytes = zig_jpeg_encoder_encode(
            encoder, pixels.rows, Int32(pixels.width), Int32(pixels.height), &length)
        guard let bytes else {
            throw ZigguratError(
                .encodingFailed, "",
                "libjpeg could not encode a tile (\(String(cString: zig_jpeg_encoder_message(encoder))))"
            )
        }
        return UnsafeRawBufferPointer(start: bytes, count: length)
    }
}
