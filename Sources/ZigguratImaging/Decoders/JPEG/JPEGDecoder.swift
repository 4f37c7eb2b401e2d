internal import ZigguratCore
internal import ZigguratSystem

/// JPEG: header and rows through libjpeg-turbo, everything unusual through libvips.
struct JPEGDecoder: SourceDecoder {
    let format = "jpeg"
    let extensions = ["jpg", "jpeg"]

    /// A start-of-image marker, and the start of another one. Source: ITU-T T.81, B.1.1.3.
    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: [0xFF, 0xD8, 0xFF]) }

    /// - Returns: `nil` for a JPEG with a colour profile, CMYK, damage, an orientation or metadata
    ///   that ``JPEGMetadata`` does not read, and if the request changes the image.
    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceTrust
    ) -> OpenedSource? {
        guard (request.page ?? 1) == 1, request.rotation == .none, request.crop == nil,
            request.range == .stored, request.sampleBits == 8, !trust.allowsTruncated,
            let header = header(file, showsMetadata: request.showsMetadata),
            header.size.pixelCount <= trust.pixelLimit
        else { return nil }
        let settings = DecoderSettings(
            page: request.page.map { $0 - 1 }, allowsUntrusted: trust.allowsUntrusted)
        let plan = try? DecodePlan(
            request, settings, storedSize: header.size, exifOrientation: 1,
            bytesPerPixel: header.bands)
        guard let plan, plan.isWhole else { return nil }
        return (header, plan)
    }

    private func header(_ file: SourceFile, showsMetadata: Bool) -> SourceHeader? {
        guard let reader = try? JPEGReader(file), reader.isPlain else { return nil }
        var metadata = SourceMetadata()
        if reader.hasMetadata {
            guard let read = JPEGMetadata(file) else { return nil }
            if showsMetadata { metadata = read.metadata }
        }
        return SourceHeader(
            format: format, size: reader.size, bands: reader.bands, bitsPerSample: 8,
            colour: reader.bands == 1 ? .grey : .rgb, hasAlpha: false, metadata: metadata)
    }

    func read(
        _ path: String, _ plan: DecodePlan, keepsAlpha: Bool, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let reader = try JPEGRowReader(path: path) else { return nil }
        try reader.start(isWanted: isWanted)
        return .rows(reader)
    }

    /// Whether there is no end-of-image marker in the last bytes, where cameras and programs leave
    /// other data behind the image.
    func isTruncated(_ file: SourceFile) -> Bool { !file.lastBytes.contains([0xFF, 0xD9]) }

    /// Of a progressive file, the coefficients, which have 16 bits each.
    func heldBytes(of image: StoredImage) -> Int? { image.isInterlaced ? 2 * image.byteCount : nil }
}
