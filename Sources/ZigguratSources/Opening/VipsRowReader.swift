internal import CVips
package import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// Reads the rows of a libvips image.
package final class VipsRowReader: RowReader {
    package let size: PixelSize
    package let bands: Int
    package let sampleBytes: Int
    private let image: VipsImage
    private let path: String
    /// The source of the rows that libvips changes, whose error is more specific than libvips'
    /// error.
    private let feed: RowFeed?
    /// The region, created by the first read, because a region belongs to the thread that creates
    /// it.
    private var region: UnsafeMutablePointer<VipsRegion>?
    private var rowsRead = 0

    /// - Precondition: The image has 1 to 4 samples per pixel, with 8 or 16 bits each.
    package init(_ image: VipsImage, path: String, feed: RowFeed? = nil) {
        precondition([VIPS_FORMAT_UCHAR, VIPS_FORMAT_USHORT].contains(image.format))
        precondition((1...4).contains(image.bands))
        self.image = image
        self.path = path
        self.feed = feed
        size = image.size
        bands = image.bands
        sampleBytes = image.format == VIPS_FORMAT_USHORT ? 2 : 1
    }

    deinit {
        if let region { g_object_unref(region) }
    }

    package func read(into rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>)
        throws(ZigguratError)
    {
        do throws(DecoderMessages) {
            try prepare(rows)
        } catch {
            if let failure = feed?.failure { throw failure }
            throw Decoders.failure(path, row: rowsRead, of: size.height, error)
        }
        rowsRead += rows.count
    }

    private func ownRegion() throws(DecoderMessages) -> UnsafeMutablePointer<VipsRegion> {
        if let region { return region }
        let new = try VipsCall.run { zig_region_new(image.pointer) }
        region = new
        return new
    }

    private func prepare(
        _ rows: UnsafeBufferPointer<UnsafeMutablePointer<UInt8>>
    ) throws(DecoderMessages) {
        let region = try ownRegion()
        var strip = VipsRect(
            left: 0, top: Int32(rowsRead), width: Int32(size.width), height: Int32(rows.count))
        try VipsCall.run { zig_region_prepare(region, &strip) == 0 ? () : nil }
        for (index, row) in rows.enumerated() {
            // The address exists, because the region contains these rows.
            let source = zig_region_address(region, 0, Int32(rowsRead + index)).unsafelyUnwrapped
            row.update(from: source, count: size.width * bytesPerPixel)
        }
    }
}
