internal import CImageFormats
internal import CSystem
internal import ZigguratCore
internal import ZigguratSystem

/// A JPEG XL of one frame that libjxl has opened. libjxl turns it as the file states.
///
/// `@unchecked Sendable`: once the image is decoded, nothing of it changes.
final class JPEGXLFile: DecodedImage, @unchecked Sendable {
    let size: PixelSize
    let pixels: StoredPixels
    let bits: Int
    let pages = 1
    /// Whether samples are stored in the colours of the profile, as in lossless files.
    let isLossless: Bool?
    private let file: SourceFile
    private let pointer: OpaquePointer
    /// The decoded image; empty before.
    private var samples = UnsafeMutableRawBufferPointer(start: nil, count: 0)

    /// - Returns: `nil` if libvips has to read the file: it is damaged, animated, in RGB of linear
    ///   light or in inks.
    init?(_ file: SourceFile) {
        guard let pointer = zig_jxl_open(file.descriptor, zig_processor_count()) else { return nil }
        let header = zig_jxl_get_header(pointer)
        guard let colours = StoredPixels.Colours(rawValue: Int(header.colours)),
            header.is_animated == 0, header.has_black == 0,
            // libvips shows grey of linear light as black.
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

    /// The profile is that of decoded samples; `nil` for sRGB.
    var embedded: EmbeddedData {
        var length = 0
        let profile = zig_jxl_get_profile(pointer, &length).map {
            Array(UnsafeBufferPointer(start: $0, count: length))
        }
        let metadata = JPEGXLMetadata(file)
        return EmbeddedData(profile: profile, xmp: metadata.xmp, exif: metadata.exif)
    }

    /// Decodes on all processors.
    func decode(isWanted: () -> Bool) throws(ZigguratError) {
        samples.deallocate()
        samples = .allocate(byteCount: size.pixelCount * pixels.bytesPerPixel, alignment: 64)
        // An image has at least one pixel, so that there is an address.
        var status = zig_jxl_start(
            pointer, Int32(pixels.sampleBytes), samples.baseAddress.unsafelyUnwrapped,
            samples.count)
        while status == ZIG_JXL_MORE {
            guard isWanted() else { throw ZigguratError(Cancelled(), file.path) }
            status = zig_jxl_continue(pointer)
        }
        guard status == ZIG_JXL_DONE else {
            throw status == ZIG_JXL_TRUNCATED
                ? ZigguratError(SourceFailure.truncated(row: nil, of: nil), file.path)
                : Decoders.failure(
                    file.path, row: 0, of: size.height, DecoderMessages(lines: []))
        }
    }

    func copy(row: Int, columns: Range<Int>, to output: UnsafeMutablePointer<UInt8>) {
        let start = (row * size.width + columns.lowerBound) * pixels.bytesPerPixel
        UnsafeMutableRawBufferPointer(start: output, count: columns.count * pixels.bytesPerPixel)
            .copyMemory(
                from: UnsafeRawBufferPointer(
                    rebasing: samples[start...].prefix(columns.count * pixels.bytesPerPixel)))
    }
}

/// The metadata of a JPEG XL. Encoders compress its boxes, or not.
///
/// Source: ISO/IEC 18181-2, 9.
struct JPEGXLMetadata {
    private(set) var xmp: [UInt8]?
    /// Their orientation says nothing: the codestream has its own.
    private(set) var exif: ExifFields?

    /// A damaged file may have boxes of any size.
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

    /// - Returns: `nil` for damaged data.
    private static func decompressed(_ bytes: ArraySlice<UInt8>) -> [UInt8]? {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: decompressedLimit) { buffer in
            let count = bytes.withUnsafeBufferPointer { source in
                // Neither the buffer nor the source, which has an end mark, is empty.
                source.baseAddress.map {
                    zig_brotli_decompress(
                        $0, source.count, buffer.baseAddress.unsafelyUnwrapped, buffer.count)
                } ?? -1
            }
            return count < 0 ? nil : Array(buffer[..<count])
        }
    }
}
