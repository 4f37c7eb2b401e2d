internal import CImageFormats
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Encodes JPEG tiles with libjpeg-turbo, directly from the rows of the level.
///
/// For equal settings, the files equal the files of libvips: integer DCT, standard Huffman tables,
/// no JFIF header.
final class JPEGTileEncoder: TileEncoder {
    let pointer: OpaquePointer

    init(_ encoding: TileEncoding, bands: Int, profile: [UInt8]) throws(ZigguratError) {
        precondition(bands == 1 || bands == 3, "a JPEG has no alpha")
        let isSubsampled =
            switch encoding.subsampling {
            case .automatic: encoding.quality < 90
            case .half: true
            case .full: false
            }
        guard
            let pointer = zig_jpeg_encoder_create(
                Int32(bands), Int32(encoding.quality), isSubsampled ? 1 : 0,
                encoding.progressive ? 1 : 0, profile, profile.count)
        else {
            throw ZigguratError(EncoderError.outOfMemory(.jpeg))
        }
        self.pointer = pointer
    }

    deinit {
        zig_jpeg_encoder_destroy(pointer)
    }

    /// The last error that libjpeg reported.
    var failure: ZigguratError {
        ZigguratError(
            EncoderError.failed(.jpeg),
            cause: .library(String(cString: zig_jpeg_encoder_message(pointer))))
    }

    func encode(_ pixels: TilePixels) throws(ZigguratError) -> UnsafeRawBufferPointer {
        var length = 0
        let bytes = zig_jpeg_encoder_encode(
            pointer, pixels.rows, Int32(pixels.width), Int32(pixels.height), &length)
        guard let bytes else { throw failure }
        return UnsafeRawBufferPointer(start: bytes, count: length)
    }
}
