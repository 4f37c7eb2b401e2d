internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of formats that only ImageMagick reads, such as PCX.
struct MagickDecoder: SourceDecoder {
    package let format = "magick"
    let extensions: [String] = []

    /// The signatures of files that ImageMagick may read: pixel formats that do not refer to other
    /// files.
    private static let marks: [(mark: [UInt8], name: String)] = [
        ([0x0A, 0x05, 0x01], "PCX"), ([0x0A, 0x03, 0x01], "PCX"), ([0x0A, 0x02, 0x01], "PCX"),
        (Array("DDS ".utf8), "DDS"), ([0x01, 0xDA], "SGI"), (Array("gimp xcf".utf8), "XCF"),
        ([0x59, 0xA6, 0x6A, 0x95], "Sun raster"), (Array("SDPX".utf8), "DPX"),
        (Array("XPDS".utf8), "DPX"), ([0x80, 0x2A, 0x5F, 0xD7], "Cineon"),
        (Array("/* XPM */".utf8), "XPM"), (Array("#define ".utf8), "XBM"),
        (Array("FLIF".utf8), "FLIF"), ([0x8B] + Array("JNG".utf8), "JNG"),
        ([0x8A] + Array("MNG".utf8), "MNG"), ([0xAB, 0x01], "VIFF"), ([0x52, 0xCC], "Utah RLE"),
        (Array("AT&TFORM".utf8), "DjVu"),
    ]

    /// The name of the format of a file that ImageMagick may read; `nil` for all other files.
    package static func name(_ file: SourceFile) -> String? {
        let head = file.bytes(16, at: 0)
        return marks.first { head.starts(with: $0.mark) }?.name
    }

    /// Corrects the image that libvips creates from ImageMagick's pixels: grey has three equal
    /// bands.
    ///
    /// - Throws: ``SourceError/unsupported(_:)`` for CMYK, which libvips inverts.
    static func corrected(_ image: VipsImage) throws(ZigguratError) -> VipsImage {
        switch image.colour {
        case .cmyk: throw ZigguratError(SourceError.unsupported(.magick))
        case .grey where image.bands == 3: return try image.bands(0, count: 1)
        case .grey where image.bands == 4:
            return try image.bands(0, count: 1).joined(with: image.bands(3, count: 1))
        default: return image
        }
    }

    func open(_ file: SourceFile) -> any OpenedImage { MagickImage(file) }
}

/// An open file that only ImageMagick reads.
private final class MagickImage: OpenedImage {
    let file: SourceFile

    init(_ file: SourceFile) { self.file = file }

    /// The memory for ImageMagick's pixels, four 16-bit samples each, and for the image in libvips.
    func heldBytes(of image: MemoryQuestion) -> Int? { 8 * image.pixelCount + image.byteCount }
}
