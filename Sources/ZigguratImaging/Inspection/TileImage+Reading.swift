internal import CImageFormats
internal import CVips
package import ZigguratCore
package import ZigguratSystem

extension TileImage {
    /// Reads a file's header; `nil` if the file is not an image in a tile format.
    ///
    /// - Throws: ``ZigguratError`` if libvips cannot be loaded.
    package static func read(_ bytes: [UInt8]) throws(ZigguratError) -> TileImage? {
        guard let format = TileFormat(of: bytes) else { return nil }
        try VipsRuntime.start()
        return withPicture(bytes, isStrict: false) {
            TileImage(
                format: format, size: PixelSize(width: $0.width, height: $0.height))
        }
    }

    /// Checks that a file is an image in a tile format, and complete.
    ///
    /// - Parameter decoding: whether every pixel is decoded.
    /// - Throws: ``ZigguratError`` of the code `invalidPyramid` without a subject.
    package static func check(
        _ bytes: [UInt8], decoding: Bool
    ) throws(ZigguratError) -> TileImage {
        guard !bytes.isEmpty else { throw failure("the file is empty") }
        guard let format = TileFormat(of: bytes) else {
            throw failure("it is no \(formatTitles)")
        }
        guard format.traits.hasEnd(bytes) else {
            throw failure("the file ends early")
        }
        if format == .jpeg, decoding { return try checkJPEG(bytes) }
        try VipsRuntime.start()
        var size: PixelSize?
        var isWhole = false
        _ = withPicture(bytes, isStrict: decoding) { picture in
            size = PixelSize(width: picture.width, height: picture.height)
            isWhole = !decoding || picture.isComputable()
        }
        guard let size else {
            throw failure("its header is broken (\(VipsRuntime.takeError()))")
        }
        guard isWhole else {
            throw failure("its picture is damaged (\(VipsRuntime.takeError()))")
        }
        return TileImage(format: format, size: size)
    }

    /// Through libjpeg-turbo itself: libvips does not tell of data that are left over at the end,
    /// which is how damage within shows.
    private static func checkJPEG(_ bytes: [UInt8]) throws(ZigguratError) -> TileImage {
        var (width, height) = (Int32(0), Int32(0))
        var message = [CChar](repeating: 0, count: Int(ZIG_JPEG_MESSAGE_SIZE))
        let status = bytes.withUnsafeBufferPointer { buffer in
            buffer.baseAddress.map {
                zig_jpeg_check($0, buffer.count, &width, &height, &message)
            }
        }
        guard status == 0 else {
            let part = width > 0 ? "picture is damaged" : "header is broken"
            throw failure("its \(part) (\(String(message: message)))")
        }
        return TileImage(
            format: .jpeg, size: PixelSize(width: Int(width), height: Int(height)))
    }

    /// Opens a tile by libvips, which has been started; `nil` where that cannot be.
    private static func withPicture<Result>(
        _ bytes: [UInt8], isStrict: Bool, _ body: (VipsImage) -> Result
    ) -> Result? {
        // The picture is gone before its bytes are.
        bytes.withUnsafeBytes { buffer in
            guard
                let pointer = zig_image_open_bytes(
                    buffer.baseAddress, buffer.count, isStrict ? 1 : 0)
            else { return nil }
            return body(VipsImage(owning: pointer))
        }
    }

    private static var formatTitles: String {
        let titles = TileFormat.all.map { $0.traits.title }
        return titles.dropLast().joined(separator: ", ") + " or " + titles[titles.count - 1]
    }

    private static func failure(_ problem: String) -> ZigguratError {
        ZigguratError(.invalidPyramid, "", problem)
    }
}
