internal import ZigguratCore
package import ZigguratImaging
internal import ZigguratSystem

/// The JPEG XL decoder. libjxl reads images with one frame; libvips reads animations and
/// linear-light RGB.
package struct JPEGXLDecoder: LibraryDecoder {
    package init() {}

    package let format = "jxl"
    package let isTrusted = false
    package let traits = LoaderTraits(
        needsVips: false, reservedBytesPerPixel: 15, secondsPerMegapixel: 0.017)

    /// A signature box, or a bare codestream. Source: ISO/IEC 18181-2, 9.1.
    package func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0, 0, 0, 0x0C] + Array("JXL ".utf8)) || head.starts(with: [0xFF, 0x0A])
    }

    package func image(of file: SourceFile, page: Int?) -> (any DecodedImage)? { JPEGXLFile(file) }

    /// Whether the last box of a container is incomplete. A bare codestream does not state its
    /// length.
    package func isTruncated(_ file: SourceFile) -> Bool {
        file.bytes(2, at: 0) != [0xFF, 0x0A]
            && !ISOBoxes.areWhole(size: file.byteCount) { file.bytes($0, at: $1)[...] }
    }

    /// The measured memory of an image, in bytes. Except for 8-bit lossless images and 8-bit RGB,
    /// libjxl 0.7 also holds the planes as floating-point numbers, and several copies of alpha.
    package func heldBytes(of image: StoredImage) -> Int? {
        if image.bytesPerSample == 1 {
            let isLossless = image.isLossless ?? JPEGXLFile(image.file)?.isLossless
            if isLossless == true { return 3 * image.byteCount / 2 }
            if image.bands == 3 { return 11 * image.byteCount / 5 }
        }
        let bytesPerPixel = image.bands % 2 == 0 ? 33 : 19
        return image.byteCount + bytesPerPixel * image.pixelCount + 36_000_000
    }
}
