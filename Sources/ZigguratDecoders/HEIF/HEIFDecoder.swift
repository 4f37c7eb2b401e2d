internal import CImageFormats
internal import CSystem
internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The decoder of HEIC and AVIF, which uses libheif.
package struct HEIFDecoder: WholeImageDecoder {
    package init() {}

    package let format = "heif"
    package let extensions = ["heic", "heif", "avif"]
    package let isTrusted = true
    package let traits = DecoderTraits(
        needsVips: false, secondsPerMegapixel: 0.013, fillsDamage: false)

    package func recognises(_ head: [UInt8]) -> Bool {
        head.count >= 8 && head[4..<8].elementsEqual("ftyp".utf8)
    }

    package func image(of file: SourceFile, page: Int?) throws(ZigguratError) -> (any DecodedImage)?
    {
        try HEIFFile(file, page: page)
    }

    package func isTruncated(_ file: SourceFile) -> Bool {
        !ISOBoxes.areWhole(size: file.byteCount) { file.bytes($0, at: $1)[...] }
    }

    /// The memory for red, green and blue, and for the planes of the video format. The decoders of
    /// AV1 and HEVC hold the planes several times. The factors are measured.
    package func heldBytes(of image: MemoryQuestion) -> Int? {
        let properties = HEIFProperties(image.file)
        let planes = properties.samplesPerPixel * (properties.isAV1 ? 3.2 : 1.1)
        let samples = Double(image.bands) + planes
        return Int(samples * Double(image.bytesPerSample * image.pixelCount))
    }
}

/// An image of a HEIC or AVIF file, opened by libheif. libheif turns and crops the image as the
/// file states.
///
/// `@unchecked Sendable`: a decoded image does not change.
final class HEIFFile: DecodedImage, @unchecked Sendable {
    private let path: String
    private let properties: HEIFProperties
    private let pointer: OpaquePointer
    /// The message of libheif about the last failure. The buffer outlives `pointer`.
    private let message: UnsafeMutablePointer<CChar>

    /// - Parameter page: the index of the image, from 0; `nil` for the primary image.
    /// - Returns: `nil` if libheif is not found.
    init?(_ file: SourceFile, page: Int? = nil) throws(ZigguratError) {
        let message = UnsafeMutablePointer<CChar>.allocate(capacity: Int(ZIG_HEIF_MESSAGE_SIZE))
        message.initialize(repeating: 0, count: Int(ZIG_HEIF_MESSAGE_SIZE))
        guard
            let pointer = zig_heif_open(
                file.path, Int32(clamping: page ?? -1), zig_processor_count(), message)
        else {
            let text = String(cString: message)
            message.deallocate()
            if text.isEmpty { return nil }
            try HEIFItems(file).checkCodec(file.path)
            throw ZigguratError.unopened(file.path, .library(text))
        }
        self.message = message
        self.pointer = pointer
        path = file.path
        properties = HEIFProperties(file)
        try HEIFItems(file).checkCodec(path)
        // libheif does not report the size of every cropped image before decoding it.
        if properties.isCropped { try decode { true } }
        guard min(header.width, header.height) > 0 else {
            throw HeaderError.size.error.about(path)
        }
    }

    deinit {
        zig_heif_close(pointer)
        message.deallocate()
    }

    private var header: zig_heif_header { zig_heif_get_header(pointer) }

    package var size: PixelSize { PixelSize(width: Int(header.width), height: Int(header.height)) }
    package var bits: Int { Int(header.bits) }
    var pages: Int { Int(header.pages) }

    package var pixels: StoredPixels {
        StoredPixels(
            colours: properties.isGrey ? .grey : .rgb, hasAlpha: header.has_alpha != 0,
            sampleBytes: bits > 8 ? 2 : 1, isPremultiplied: header.is_premultiplied != 0)
    }

    /// The colour profile and the metadata. Without an embedded profile, the profile describes the
    /// colours that the file states by numbers. The Exif orientation is ignored: the image
    /// properties of the file already turn the image. Source: ISO/IEC 23008-12, A.2.1.
    var embedded: EmbeddedData {
        let colour = codedColour
        let exif = data(ZIG_HEIF_EXIF).flatMap(ExifFields.init(item:))
        return EmbeddedData(
            profile: data(ZIG_HEIF_PROFILE) ?? colour?.profile,
            hasHighRange: colour?.hasHighRange ?? false,
            xmp: data(ZIG_HEIF_XMP), exif: exif,
            ignoresColour: colour == nil && header.primaries > 0
                || exif?.isAdobeRGB == true && Int(header.primaries) == Self.unstated)
    }

    /// The colour space that the file states by numbers. The transfer functions of television are
    /// replaced by the sRGB transfer function, as in browsers.
    private var codedColour: CodedColour? {
        let (primaries, transfer) = (Int(header.primaries), Int(header.transfer))
        return CodedColour(
            primaries: primaries == Self.unstated ? 1 : primaries,
            transfer: transfer == Self.unstated ? 13 : transfer, television: .sRGB,
            isGrey: properties.isGrey)
    }

    /// The number that stands for unstated primaries and for an unstated transfer function.
    private static let unstated = 2

    /// libheif cannot be interrupted.
    func decode(isWanted: () -> Bool) throws(ZigguratError) {
        guard isWanted() else { throw ZigguratError(Cancelled(), path) }
        guard zig_heif_decode(pointer, properties.isGrey ? 1 : 0) == 0 else {
            throw HEIFDecoder().failure(
                path, row: 0, of: size.height, DecoderMessages(lines: [String(cString: message)]))
        }
        guard isWanted() else { throw ZigguratError(Cancelled(), path) }
    }

    package func copy(row: Int, columns: Range<Int>, to output: UnsafeMutablePointer<UInt8>) {
        zig_heif_copy_row(
            pointer, Int32(row), Int32(columns.lowerBound), Int32(columns.count),
            Int32(pixels.colours.rawValue), Int32(pixels.sampleBytes), output)
    }

    private func data(_ kind: zig_heif_data) -> [UInt8]? {
        let length = zig_heif_data_length(pointer, kind)
        guard length > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: length)
        return zig_heif_copy_data(pointer, kind, &bytes) == 0 ? bytes : nil
    }
}

/// The items of a HEIC or AVIF file: coded images, derived images, and metadata.
///
/// Source: ISO/IEC 14496-12, 8.11.4 (`pitm`) and 8.11.6 (`iinf`); ISO/IEC 23008-12, annexes B, E, H and L.
struct HEIFItems {
    /// The codecs by item type.
    private static let codecs = [
        "hvc1": "HEVC", "hev1": "HEVC", "av01": "AV1", "avc1": "H.264", "vvc1": "VVC",
        "evc1": "EVC",
        "jpeg": "JPEG", "j2k1": "JPEG 2000", "unci": "uncompressed pixels",
    ]
    /// The maximum size of a box that is read. A damaged file may have a box of any size.
    private static let sizeLimit = 1 << 20

    /// The item type of the primary image, or of the first coded image if the primary image is
    /// derived; `nil` if the file does not state it.
    private(set) var codedType: String?

    init(_ file: SourceFile) {
        var primary: Int?
        var types: [(item: Int, type: String)] = []
        FileBoxes.forEach(of: file) { name, content in
            guard name == "meta" else { return }
            let meta = file.bytes(min(content.count, Self.sizeLimit), at: content.lowerBound)
            // A version and flags come before the boxes, here and below.
            FileBoxes.forEach(in: meta.dropFirst(4)) { name, box in
                switch name {
                case "pitm": primary = Self.number(box.dropFirst(4), isLong: box.first != 0)
                case "iinf":
                    FileBoxes.forEach(in: box.dropFirst(box.first == 0 ? 6 : 8)) { name, entry in
                        if name == "infe", let item = Self.item(entry) { types.append(item) }
                    }
                default: break
                }
            }
        }
        let coded = types.filter { Self.codecs[$0.type] != nil }
        codedType = (coded.first { $0.item == primary } ?? coded.first)?.type
    }

    private static func number(_ bytes: ArraySlice<UInt8>, isLong: Bool) -> Int {
        bytes.prefix(isLong ? 4 : 2).bigEndian
    }

    /// The number and the type of an item; `nil` if the version of the entry is not 2 or 3.
    private static func item(_ entry: ArraySlice<UInt8>) -> (item: Int, type: String)? {
        guard let version = entry.first, version == 2 || version == 3 else { return nil }
        let isLong = version == 3
        let type = entry.dropFirst(4 + (isLong ? 4 : 2) + 2).prefix(4)
        return (
            number(entry.dropFirst(4), isLong: isLong), String(decoding: type, as: UTF8.self)
        )
    }

    /// Throws if the installed libheif has no decoder for the image.
    func checkCodec(_ path: String) throws(ZigguratError) {
        guard let codedType, let codec = Self.codecs[codedType], zig_heif_decodes(codedType) == 0
        else { return }
        throw ZigguratError(SourceError.unsupported(.codec(codec)), path)
    }
}

/// The properties of the coded images of a HEIC or AVIF file that libheif does not report.
///
/// The properties of all images of a file are in one box: `ipco` in `iprp` in `meta`.
/// Source: ISO/IEC 23008-12, 9.3; ISO/IEC 14496-15, 8.3.3.1; AV1 codec ISO media file format
/// binding, 2.3.3.
package struct HEIFProperties {
    /// Samples per pixel in the planes, from 1 (grey) to 3; the maximum of all images in the file.
    private(set) var samplesPerPixel = 0.0
    /// Whether the video format is AV1 rather than HEVC.
    private(set) var isAV1 = false
    /// Whether the file crops an image.
    private(set) var isCropped = false

    /// The maximum size of a box that is read. A damaged file may have boxes of any size.
    private static let sizeLimit = 1 << 24

    init(_ file: SourceFile) {
        var meta: [UInt8] = []
        FileBoxes.forEach(of: file) { name, content in
            if name == "meta" {
                meta = file.bytes(min(content.count, Self.sizeLimit), at: content.lowerBound)
            }
        }
        // A version and flags come before the boxes.
        FileBoxes.forEach(in: meta.dropFirst(4)) { name, properties in
            guard name == "iprp" else { return }
            FileBoxes.forEach(in: properties) { name, container in
                if name == "ipco" { FileBoxes.forEach(in: container) { read($0, $1) } }
            }
        }
    }

    /// Whether all images are monochrome.
    var isGrey: Bool { samplesPerPixel == 1 }

    private mutating func read(_ name: String, _ content: ArraySlice<UInt8>) {
        switch name {
        case "clap": isCropped = true
        case "hvcC" where content.count > 16:
            // The chroma formats monochrome, 4:2:0, 4:2:2 and 4:4:4.
            let samples = [1, 1.5, 2, 3][Int(content[content.startIndex + 16] & 3)]
            samplesPerPixel = max(samplesPerPixel, samples)
        case "av1C" where content.count > 2:
            isAV1 = true
            let flags = content[content.startIndex + 2]
            let samples = flags & 16 != 0 ? 1 : flags & 8 == 0 ? 3 : flags & 4 == 0 ? 2 : 1.5
            samplesPerPixel = max(samplesPerPixel, samples)
        default: break
        }
    }
}
