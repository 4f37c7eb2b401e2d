internal import CImageFormats
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// A slide opened by OpenSlide.
///
/// `@unchecked Sendable`: OpenSlide allows threads to share a slide.
final class SlideFile: @unchecked Sendable {
    package let path: String
    package let size: PixelSize
    private let pointer: OpaquePointer

    /// - Returns: `nil` if OpenSlide is not found, or cannot read the file.
    init?(path: String) {
        guard let pointer = zig_slide_open(path) else { return nil }
        var (width, height): (Int64, Int64) = (0, 0)
        zig_slide_size(pointer, &width, &height)
        let sides = 1...Int64(PixelSize.longestSourceSide)
        guard sides.contains(width), sides.contains(height) else {
            zig_slide_close(pointer)
            return nil
        }
        self.path = path
        self.pointer = pointer
        size = PixelSize(width: Int(width), height: Int(height))
    }

    deinit {
        zig_slide_close(pointer)
    }

    /// The colour of areas that the scanner did not record; `nil` if the slide does not state it.
    package var background: RGBColor? {
        property("openslide.background-color").flatMap { RGBColor(hex: $0) }
    }

    /// The size of the tiles at full resolution; `nil` if the tiles have different sizes.
    package var tileSize: PixelSize? {
        guard let width = property("openslide.level[0].tile-width").flatMap({ Int($0) }),
            let height = property("openslide.level[0].tile-height").flatMap({ Int($0) }),
            width > 0, height > 0
        else { return nil }
        return PixelSize(width: width, height: height)
    }

    /// Reads a region at full resolution. Each pixel has alpha, red, green and blue, from the
    /// highest byte. The colours are multiplied by alpha.
    ///
    /// - Parameter pixels: a buffer for the pixels of the region.
    package func read(
        _ region: PixelRegion, into pixels: UnsafeMutablePointer<UInt32>
    ) throws(DecoderMessages) {
        let message = zig_slide_read(
            pointer, pixels, Int64(region.x), Int64(region.y), Int64(region.width),
            Int64(region.height))
        if let message { throw DecoderMessages(lines: [String(cString: message)]) }
    }

    private func property(_ name: String) -> String? {
        zig_slide_property(pointer, name).map { String(cString: $0) }
    }
}
