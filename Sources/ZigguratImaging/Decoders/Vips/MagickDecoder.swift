internal import ZigguratCore
internal import ZigguratSystem

/// What libvips leaves to ImageMagick, such as PCX.
struct MagickDecoder: SourceDecoder {
    let format = "magick"
    let extensions: [String] = []

    /// How files begin that ImageMagick may read: formats of pixels that name no other files.
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
    static func name(_ file: SourceFile) -> String? {
        let head = file.bytes(16, at: 0)
        return marks.first { head.starts(with: $0.mark) }?.name
    }

    /// Corrects what libvips makes of ImageMagick's pixels: three equal bands of grey.
    ///
    /// - Throws: ``SourceFailure/unsupported(_:)`` for CMYK, which it inverts.
    static func corrected(_ image: VipsImage) throws(ZigguratError) -> VipsImage {
        switch image.colour {
        case .cmyk: throw ZigguratError(SourceFailure.unsupported(.magick))
        case .grey where image.bands == 3: return try image.bands(0, count: 1)
        case .grey where image.bands == 4:
            return try image.bands(0, count: 1).joined(with: image.bands(3, count: 1))
        default: return image
        }
    }

    /// Four samples of 16 bits a pixel, and libvips' image of them.
    func heldBytes(of image: StoredImage) -> Int? { 8 * image.pixelCount + image.byteCount }
}
