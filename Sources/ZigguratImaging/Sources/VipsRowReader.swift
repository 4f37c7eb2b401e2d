internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// Reads any picture of libvips, a strip of rows at a time.
final class VipsRowReader: RowReader {
    let size: PixelSize
    let bands: Int
    let sampleBytes: Int
    private let picture: VipsImage
    private let path: String
    /// Made on the first read: a region belongs to the thread that makes it.
    private var region: UnsafeMutablePointer<VipsRegion>?
    private var rowsRead = 0

    /// - Precondition: the picture has samples of 8 or 16 bits, 1 to 4 a pixel.
    init(_ picture: VipsImage, path: String) {
        precondition([VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT].contains(picture.format))
        precondition((1...4).contains(picture.bands))
        self.picture = picture
        self.path = path
        size = PixelSize(width: picture.width, height: picture.height)
        bands = picture.bands
        sampleBytes = picture.format == VIPS_FORMAT_USHORT ? 2 : 1
    }

    deinit {
        if let region { zig_object_unref(region) }
    }

    func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>) throws(ZigguratError) {
        let region = try ownRegion()
        var strip = VipsRect(
            left: 0, top: Int32(rowsRead), width: Int32(size.width), height: Int32(rows.count))
        guard zig_region_prepare(region, &strip) == 0 else { throw failure() }
        for (index, row) in rows.enumerated() {
            guard let source = zig_region_address(region, 0, Int32(rowsRead + index)) else {
                throw failure()
            }
            row.update(from: source, count: size.width * bytesPerPixel)
        }
        rowsRead += rows.count
    }

    private func ownRegion() throws(ZigguratError) -> UnsafeMutablePointer<VipsRegion> {
        if let region { return region }
        guard let region = zig_region_new(picture.pointer) else { throw failure() }
        self.region = region
        return region
    }

    private func failure() -> ZigguratError {
        TruncationCheck.failure(of: path, atRow: rowsRead, message: VipsRuntime.takeError())
    }
}
