internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

extension VipsImage {
    /// A picture whose rows come from a relay as libvips asks for them; it waits until they are
    /// there.
    ///
    /// The caller keeps the relay as long as the picture is read.
    static func rows(
        of relay: RowRelay, size: PixelSize, bands: Int
    ) throws(ZigguratError) -> VipsImage {
        try VipsRuntime.start()
        let context = Unmanaged.passUnretained(relay).toOpaque()
        let fill: ZigFillRow = { context, y, row in
            guard let context, let row else { return -1 }
            let relay = Unmanaged<RowRelay>.fromOpaque(context).takeUnretainedValue()
            return relay.take(Int(y), into: row.assumingMemoryBound(to: UInt8.self)) ? 0 : -1
        }
        let pointer = zig_image_from_rows(
            Int32(size.width), Int32(size.height), Int32(bands), fill, context)
        guard let pointer else {
            throw ZigguratError(
                .invalidSource, "", "libvips could not take rows: \(VipsRuntime.takeError())")
        }
        return VipsImage(owning: pointer)
    }
}
