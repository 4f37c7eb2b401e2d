internal import CVips
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

extension VipsImage {
    /// Returns an image whose rows come from a relay. Reading a row waits until it is available.
    ///
    /// The caller must keep the relay while the image is read.
    static func rows(
        of relay: RowRelay, size: PixelSize, bands: Int
    ) throws(ZigguratError) -> VipsImage {
        try size.checkReadable()
        try VipsRuntime.start()
        let context = Unmanaged.passUnretained(relay).toOpaque()
        let fill: ZigFillRow = { context, _, y, _, row in
            guard let context, let row else { return -1 }
            let relay = Unmanaged<RowRelay>.fromOpaque(context).takeUnretainedValue()
            return relay.take(Int(y), into: row) ? 0 : -1
        }
        do throws(DecoderMessages) {
            return VipsImage(
                owning: try VipsCall.run {
                    zig_image_from_rows(
                        Int32(size.width), Int32(size.height), Int32(bands), VIPS_FORMAT_UCHAR,
                        bands < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB, fill,
                        context, nil)
                })
        } catch {
            throw ZigguratError(
                SourceFailure.conversionFailed(operation: "sequential"), cause: error.cause)
        }
    }
}
