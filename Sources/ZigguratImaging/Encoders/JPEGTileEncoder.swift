internal import CImageFormats
internal import ZigguratCore
internal import ZigguratSystem

/// Encodes JPEG tiles by libjpeg-turbo, from the rows of the level without a copy.
///
/// With the same settings its files equal those of libvips: integer DCT, standard Huffman tables,
/// no JFIF header.
final class JPEGTileEncoder: TileEncoder {
    private let encoder: OpaquePointer

    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        encoder = try Self.makeEncoder(encoding, bands: bands, profile: profile)
    }

    static func makeEncoder(
        _ encoding: TileEncoding, bands: Int, profile: [UInt8]
    ) throws(ZigguratError) -> OpaquePointer {
        precondition(bands == 1 || bands == 3, "a JPEG has no alpha")
        let isSubsampled =
            switch encoding.subsampling {
            case .automatic: encoding.quality < 90
            case .half: true
            case .full: false
            }
        guard
            let encoder = zig_jpeg_encoder_create(
                Int32(bands), Int32(encoding.quality), isSubsampled ? 1 : 0,
                encoding.progressive ? 1 : 0, profile, profile.count)
        else {
            throw ZigguratError(EncodingFailure.outOfMemory(.jpeg))
        }
        return encoder
    }

    /// The error that libjpeg reported last.
    static func failure(of encoder: OpaquePointer) -> ZigguratError {
        ZigguratError(
            EncodingFailure.failed(.jpeg),
            cause: .library(String(cString: zig_jpeg_encoder_message(encoder))))
    }

    deinit {
        zig_jpeg_encoder_destroy(encoder)
    }

    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        var length = 0
        let bytes = zig_jpeg_encoder_encode(
            encoder, pixels.rows, Int32(pixels.width), Int32(pixels.height), &length)
        guard let bytes else { throw Self.failure(of: encoder) }
        return UnsafeRawBufferPointer(start: bytes, count: length)
    }
}
