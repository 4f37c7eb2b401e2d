internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// What libvips' loaders, and the libraries below them, keep of a picture that they cannot decode
/// row by row, in bytes.
enum DecoderMemory {
    /// - Parameters:
    ///   - format: the loader's word for it.
    ///   - fileBytes: how large the file is.
    /// - Returns: `nil` where the loader goes row by row, or block by block.
    static func byteCount(
        of picture: VipsImage, _ format: String, bytesPerSample: Int, fileBytes: Int
    ) -> Int? {
        let pixels = picture.width * picture.height
        let stored = pixels * picture.bands * bytesPerSample
        let isInterlaced = zig_image_has(picture.pointer, "interlaced") != 0
        return switch format {
        // The coefficients of every block, of 16 bits each.
        case "jpeg": isInterlaced ? 2 * stored : nil
        case "png": isInterlaced ? stored : nil
        // The frame that is shown, as RGBA.
        case "gif": 4 * pixels
        // The frame and what it is drawn on, both RGBA, and the picture that is made of them.
        case "webp": 8 * pixels + stored
        // The planes of light and colour difference as the decoder has them, as they are
        // converted, and the picture that is made of them.
        case "heif", "jxl": stored * 5 / 2
        // Four samples of 16 bits a pixel, and libvips' own copy.
        case "magick": 8 * pixels + stored
        // OpenSlide's own store of decoded tiles, RGBA.
        case "openslide": min(4 * pixels, 32 << 20)
        // The file.
        case "rad": fileBytes
        case "pdf": drawnBytes(picture, tileSide: 4000)
        case "svg": drawnBytes(picture, tileSide: 2000)
        default: nil
        }
    }

    /// Drawings are drawn in large squares, RGBA, of which two rows are kept.
    private static func drawnBytes(_ picture: VipsImage, tileSide: Int) -> Int {
        4 * picture.width * min(picture.height, 2 * tileSide)
    }
}
