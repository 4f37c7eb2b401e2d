internal import CImageFormats
internal import CVips
package import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

extension TileImage {
    /// Reads a file's header; `nil` if the file is not an image in a tile format.
    ///
    /// - Throws: ``ZigguratError`` if libvips cannot be loaded.
    package static func read(_ bytes: [UInt8]) throws(ZigguratError) -> TileImage? {
        guard let format = TileFormat(of: bytes) else { return nil }
        try VipsRuntime.start()
        return try? withImage(bytes, isStrict: false) { image in
            TileImage(
                format: format, size: PixelSize(width: image.width, height: image.height))
        }
    }

    /// Returns the mean colour of a JPEG; `nil` for invalid data.
    package static func meanColour(ofJPEG bytes: [UInt8]) -> RGBColor? {
        guard !bytes.isEmpty else { return nil }
        var colour: [UInt8] = [0, 0, 0]
        guard zig_jpeg_mean(bytes, bytes.count, &colour) == 0 else { return nil }
        return RGBColor(red: colour[0], green: colour[1], blue: colour[2])
    }

    /// Checks that a file is a complete image in a tile format.
    ///
    /// - Parameter decoding: whether every pixel is decoded.
    /// - Throws: ``ZigguratError`` of the code `invalidPyramid` without a subject.
    package static func check(
        _ bytes: [UInt8], decoding: Bool
    ) throws(ZigguratError) -> TileImage {
        guard !bytes.isEmpty else { throw ZigguratError(TileImageError.empty) }
        guard let format = TileFormat(of: bytes) else {
            throw ZigguratError(TileImageError.unknownFormat)
        }
        guard format.traits.hasEnd(bytes) else {
            throw ZigguratError(
                format.traits.hasSurplus(bytes) ? TileImageError.surplus : .truncated)
        }
        if format == .jpeg, decoding { return try checkJPEG(bytes) }
        try VipsRuntime.start()
        return try withImage(bytes, isStrict: decoding) { image throws(ZigguratError) in
            do throws(DecoderMessages) {
                if decoding { try image.computeRows() }
            } catch {
                throw ZigguratError(TileImageError.invalidData, cause: error.cause)
            }
            return TileImage(
                format: format, size: PixelSize(width: image.width, height: image.height))
        }
    }

    /// Decodes a JPEG with libjpeg-turbo. libvips does not report data left over at the end, which
    /// is a sign of damage in the middle.
    private static func checkJPEG(_ bytes: [UInt8]) throws(ZigguratError) -> TileImage {
        var (width, height) = (Int32(0), Int32(0))
        var message = [CChar](repeating: 0, count: Int(ZIG_JPEG_MESSAGE_SIZE))
        let status = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map {
                zig_jpeg_check($0, buffer.count, &width, &height, &message)
            }
        }
        guard status == 0 else {
            throw ZigguratError(
                width > 0 ? TileImageError.invalidData : .invalidHeader,
                cause: .library(String(message: message)))
        }
        return TileImage(
            format: .jpeg, size: PixelSize(width: Int(width), height: Int(height)))
    }

    /// Opens a tile with libvips for the duration of the call.
    package static func withImage<Value>(
        _ bytes: [UInt8], isStrict: Bool, _ body: (VipsImage) throws(ZigguratError) -> Value
    ) throws(ZigguratError) -> Value {
        try bytes.withUnsafeBufferPointer { buffer throws(ZigguratError) in
            let image: VipsImage
            do throws(DecoderMessages) {
                image = VipsImage(
                    owning: try VipsCall.run {
                        zig_image_open_bytes(
                            buffer.baseAddress, buffer.count,
                            isStrict ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_NONE)
                    })
            } catch {
                throw ZigguratError(TileImageError.invalidHeader, cause: error.cause)
            }
            return try body(image)
        }
    }
}

/// A defect of a tile's file.
package enum TileImageError: String, ErrorReason {
    case empty, truncated
    /// Other bytes follow the image.
    case surplus
    /// The file is not an image in a tile format.
    case unknownFormat
    case invalidHeader
    /// The pixels cannot be decoded.
    case invalidData
    /// The image is smaller than its place in the level.
    case tooSmall

    package var code: ZigguratError.Code { .invalidPyramid }
}

extension TileImageError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .empty: "the file is empty"
        case .truncated: "truncated: the file ends early"
        case .surplus: "invalid: bytes follow the end of the image"
        case .unknownFormat:
            "unknown format: not one of "
                + TileFormat.all.map { $0.traits.title }.joined(separator: ", ")
        case .invalidHeader: "invalid header"
        case .invalidData: "invalid image data"
        case .tooSmall: "invalid: the tile is too small"
        }
    }

    package func text(of cause: ZigguratError.Cause) -> String? { cause.reportText }
}
