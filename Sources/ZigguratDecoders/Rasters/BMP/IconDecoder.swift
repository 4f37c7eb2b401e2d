internal import CVips
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of Windows icons and cursors, which reads the largest image of a file.
package struct IconDecoder: RasterDecoder {
    package init() {}

    package let format = "ico"
    let extensions = ["ico", "cur"]

    private static let png: [UInt8] = [0x89] + Array("PNG".utf8)

    /// Checks the reserved number, the kind, and the number of images.
    func recognises(_ head: [UInt8]) -> Bool {
        head.count > 15 && head[..<2].littleEndian == 0 && [1, 2].contains(head[2]) && head[3] == 0
            && (1...255).contains(head[4..<6].littleEndian) && head[9] == 0
    }

    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        let count = file.bytes(2, at: 4).littleEndian
        let entries = (0..<count).map { file.bytes(16, at: 6 + 16 * $0) }.filter { $0.count == 16 }
        // A size of 0 means 256. Of images with equal sizes, the image with more bits is better.
        let best = entries.max { one, other in
            (Self.area(one), Self.bits(one)) < (Self.area(other), Self.bits(other))
        }
        guard let best else { throw HeaderError.field.error }
        let (length, start) = (best[8..<12].littleEndian, best[12..<16].littleEndian)
        if file.bytes(4, at: start) == Self.png {
            return try PNGIcon(file.bytes(min(length, 1 << 26), at: start))
        }
        return IconRaster(try BMPHeader(file, at: start, pixelsAt: nil, isIcon: true), file)
    }

    private static func area(_ entry: [UInt8]) -> Int {
        (entry[0] == 0 ? 256 : Int(entry[0])) * (entry[1] == 0 ? 256 : Int(entry[1]))
    }

    /// The bits per pixel of an icon. In cursors, the field is the vertical position of the
    /// hotspot.
    private static func bits(_ entry: [UInt8]) -> Int { entry[6..<8].littleEndian }
}

/// A bitmap that is followed by a mask of transparent pixels.
private final class IconRaster: Raster {
    package let size: PixelSize
    package let pixels = StoredPixels(colours: .rgb, hasAlpha: true)
    private let header: BMPHeader
    private let bitmap: BMPRaster
    private let file: SourceFile
    /// Whether pixels contain alpha, so that the mask is ignored.
    private let hasAlpha: Bool

    init(_ header: BMPHeader, _ file: SourceFile) {
        self.header = header
        self.file = file
        size = header.size
        bitmap = BMPRaster(header, file)
        let byteCount = min(header.rowBytes * header.size.height, file.byteCount)
        let bytes = file.bytes(byteCount, at: header.start)
        // Old programs set the fourth byte of a pixel to 0.
        hasAlpha =
            header.bits == 32 && bitmap.pixels.hasAlpha
            && stride(from: 3, to: bytes.count, by: 4).contains { bytes[$0] > 0 }
    }

    package var end: Int? { bitmap.end }

    func readRow(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        let bands = bitmap.pixels.bands
        let stored = UnsafeMutablePointer<UInt8>.allocate(capacity: bitmap.rowBytes)
        defer { stored.deallocate() }
        try bitmap.readRow(y, into: stored)
        let maskBytes = (size.width + 31) / 32 * 4
        let line = header.isTopDown ? y : size.height - 1 - y
        let mask = file.bytes(
            maskBytes, at: header.start + size.height * header.rowBytes + line * maskBytes)
        for x in 0..<size.width {
            for band in 0..<3 { row[4 * x + band] = stored[x * bands + (bands < 3 ? 0 : band)] }
            let isTransparent = x / 8 < mask.count && mask[x / 8] >> (7 - x & 7) & 1 == 1
            row[4 * x + 3] = hasAlpha ? stored[4 * x + 3] : isTransparent ? 0 : 255
        }
    }
}

/// A PNG image within an icon, decoded by libvips.
private final class PNGIcon: Raster {
    package let size: PixelSize
    package let pixels: StoredPixels
    let embedded: EmbeddedData
    private let samples: [UInt8]

    init(_ bytes: [UInt8]) throws(ZigguratError) {
        try VipsRuntime.start()
        do throws(DecoderMessages) {
            // libvips reads from the bytes until all samples are decoded.
            (size, pixels, embedded, samples) = try bytes.withUnsafeBytes { bytes in
                Result { () throws(DecoderMessages) in try Self.decode(bytes) }
            }.get()
        } catch {
            throw ZigguratError(SourceError.invalidHeader, cause: error.cause)
        }
    }

    private static func decode(
        _ bytes: UnsafeRawBufferPointer
    ) throws(DecoderMessages) -> (PixelSize, StoredPixels, EmbeddedData, [UInt8]) {
        let image = VipsImage(
            owning: try VipsCall.run {
                zig_image_open_bytes(bytes.baseAddress, bytes.count, VIPS_FAIL_ON_TRUNCATED)
            })
        guard (1...4).contains(image.bands),
            image.format == VIPS_FORMAT_UCHAR || image.format == VIPS_FORMAT_USHORT
        else { throw DecoderMessages(lines: []) }
        let pixels = StoredPixels(
            colours: image.bands < 3 ? .grey : .rgb, hasAlpha: image.bands % 2 == 0,
            sampleBytes: image.format == VIPS_FORMAT_UCHAR ? 1 : 2)
        let embedded = EmbeddedData(profile: image.profile?.data)
        return (image.size, pixels, embedded, try image.withSamples { [UInt8]($0) })
    }

    package var heldBytes: Int? { samples.count }

    func readRow(_ y: Int, into row: UnsafeMutablePointer<UInt8>) throws(MissingRow) {
        guard samples.count >= (y + 1) * rowBytes else { throw MissingRow() }
        samples.withUnsafeBufferPointer { samples in
            guard let start = samples.baseAddress else { return }
            row.update(from: start + y * rowBytes, count: rowBytes)
        }
    }
}
