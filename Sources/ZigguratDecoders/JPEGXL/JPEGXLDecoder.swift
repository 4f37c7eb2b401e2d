internal import CImageFormats
internal import CSystem
package import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The JPEG XL decoder. libjxl reads images with one frame; libvips reads animations and
/// linear-light RGB.
package struct JPEGXLDecoder: WholeImageDecoder {
    package init() {}

    package let format = "jxl"
    package let isTrusted = false
    package let traits = DecoderTraits(
        needsVips: false, reservedBytesPerPixel: 15, secondsPerMegapixel: 0.017, fillsDamage: false)

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
    package func heldBytes(of image: MemoryQuestion) -> Int? {
        if image.bytesPerSample == 1 {
            let isLossless = image.isLossless ?? JPEGXLFile(image.file)?.isLossless
            if isLossless == true { return 3 * image.byteCount / 2 }
            if image.bands == 3 { return 11 * image.byteCount / 5 }
        }
        let bytesPerPixel = image.bands % 2 == 0 ? 33 : 19
        return image.byteCount + bytesPerPixel * image.pixelCount + 36_000_000
    }
}

/// A JPEG XL image with one frame, opened by libjxl. libjxl turns the image as the file states.
///
/// `@unchecked Sendable`: a decoded image does not change.
package final class JPEGXLFile: DecodedImage, @unchecked Sendable {
    package let size: PixelSize
    package let pixels: StoredPixels
    package let bits: Int
    package let pages = 1
    /// Whether samples are stored in the colour space of the profile, as in lossless files.
    package let isLossless: Bool?
    private let file: SourceFile
    private let pointer: OpaquePointer
    /// The decoded image; empty before decoding.
    private var samples = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// - Returns: `nil` if libvips has to read the file: the file is damaged or animated, or
    ///   contains linear-light RGB or inks.
    init?(_ file: SourceFile) {
        guard let pointer = zig_jxl_open(file.descriptor, zig_processor_count()) else { return nil }
        let header = zig_jxl_get_header(pointer)
        guard let colours = StoredPixels.Colours(rawValue: Int(header.colours)),
            header.is_animated == 0, header.has_black == 0,
            // libvips shows linear-light grey as black, so libjxl decodes it.
            header.is_linear == 0 || colours == .grey,
            header.exponent_bits > 0 || header.bits <= 16
        else {
            zig_jxl_close(pointer)
            return nil
        }
        self.file = file
        self.pointer = pointer
        size = PixelSize(width: Int(header.width), height: Int(header.height))
        bits = min(16, Int(header.bits))
        isLossless = header.is_lossless != 0
        pixels = StoredPixels(
            colours: colours, hasAlpha: header.has_alpha != 0, sampleBytes: bits > 8 ? 2 : 1)
    }

    deinit {
        zig_jxl_close(pointer)
        samples.deallocate()
    }

    /// The profile of the decoded samples, `nil` for sRGB, and the metadata.
    package var embedded: EmbeddedData {
        var length = 0
        let profile = zig_jxl_get_profile(pointer, &length).map {
            Array(UnsafeBufferPointer(start: $0, count: length))
        }
        let metadata = JPEGXLMetadata(file)
        return EmbeddedData(profile: profile, xmp: metadata.xmp, exif: metadata.exif)
    }

    /// Decodes the image on all processors.
    package func decode(isWanted: () -> Bool) throws(ZigguratError) {
        samples.deallocate()
        samples = .allocate(byteCount: size.pixelCount * pixels.bytesPerPixel, alignment: 64)
        // An image has at least one pixel, so the buffer has an address.
        var status = zig_jxl_start(
            pointer, Int32(pixels.sampleBytes), samples.baseAddress.unsafelyUnwrapped,
            samples.count)
        while status == ZIG_JXL_MORE {
            guard isWanted() else { throw ZigguratError(Cancelled(), file.path) }
            status = zig_jxl_continue(pointer)
        }
        guard status == ZIG_JXL_DONE else {
            throw status == ZIG_JXL_TRUNCATED
                ? ZigguratError(SourceError.truncated(row: nil, of: nil), file.path)
                : JPEGXLDecoder().failure(
                    file.path, row: 0, of: size.height, DecoderMessages(lines: []))
        }
    }

    package func copy(row: Int, columns: Range<Int>, to output: UnsafeMutablePointer<UInt8>) {
        let start = (row * size.width + columns.lowerBound) * pixels.bytesPerPixel
        UnsafeMutableRawBufferPointer(start: output, count: columns.count * pixels.bytesPerPixel)
            .copyMemory(
                from: UnsafeRawBufferPointer(
                    rebasing: samples[start...].prefix(columns.count * pixels.bytesPerPixel)))
    }
}

/// The metadata boxes of a JPEG XL file. The boxes may be compressed with Brotli.
///
/// Source: ISO/IEC 18181-2, 9.
struct JPEGXLMetadata {
    private(set) var xmp: [UInt8]?
    /// The Exif fields. The orientation of Exif is ignored, because the codestream states the
    /// orientation.
    package private(set) var exif: ExifFields?

    /// The maximum size of a box that is read. A damaged file may have boxes of any size.
    private static let sizeLimit = 1 << 24
    private static let decompressedLimit = 1 << 22
    private static let names: Set = ["Exif", "xml "]

    init(_ file: SourceFile) {
        // A bare codestream has no boxes.
        guard file.bytes(2, at: 0) != [0xFF, 0x0A] else { return }
        FileBoxes.forEach(of: file) { name, content in
            guard name == "brob" || Self.names.contains(name) else { return }
            let bytes = file.bytes(
                min(content.count, Self.sizeLimit), at: content.lowerBound)
            if name != "brob" {
                read(name, bytes)
            } else if let decompressed = Self.decompressed(bytes.dropFirst(4)) {
                read(String(decoding: bytes.prefix(4), as: UTF8.self), decompressed)
            }
        }
    }

    private mutating func read(_ name: String, _ bytes: [UInt8]) {
        if name == "xml " {
            xmp = bytes
        } else if name == "Exif", let fields = ExifFields(item: bytes) {
            exif = fields
        }
    }

    /// - Returns: `nil` if the data is damaged.
    private static func decompressed(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: decompressedLimit) { buffer in
            let count = bytes.withUnsafeBufferPointer { source in
                // The buffer and the source are not empty: the source has an end mark.
                source.baseAddress.map {
                    zig_brotli_decompress(
                        $0, source.count, buffer.baseAddress.unsafelyUnwrapped, buffer.count)
                } ?? -1
            }
            return count < 0 ? nil : Array(buffer[..<count])
        }
    }
}
