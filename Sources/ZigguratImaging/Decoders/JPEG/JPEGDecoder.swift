internal import ZigguratCore
internal import ZigguratSystem

/// JPEG: header and rows through libjpeg-turbo, everything unusual through libvips.
struct JPEGDecoder: SourceDecoder {
    let format = "jpeg"
    let extensions = ["jpg", "jpeg"]

    /// A start-of-image marker, and the start of another one. Source: ITU-T T.81, B.1.1.3.
    func recognises(_ head: [UInt8]) -> Bool { head.starts(with: [0xFF, 0xD8, 0xFF]) }

    /// - Returns: `nil` for a damaged JPEG, one with metadata that ``JPEGMetadata`` does not read, and
    ///   if the request changes the image.
    func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard (request.page ?? 1) == 1, request.rotation == .none, request.crop == nil,
            request.range == .stored, request.sampleBits == 8, !trust.allowsTruncated,
            let reader = try? JPEGReader(file), reader.isPlain, let pixels = reader.pixels,
            reader.size.pixelCount <= trust.pixelLimit,
            let metadata = reader.hasMetadata ? JPEGMetadata(file) : JPEGMetadata()
        else { return nil }
        let settings = DecoderSettings(
            page: request.page.map { $0 - 1 }, allowsUntrusted: trust.allowsUntrusted)
        let plan = try? DecodePlan(
            request, settings, storedSize: reader.size, exifOrientation: metadata.orientation,
            bytesPerPixel: pixels.bands)
        guard let plan, plan.isWhole, request.colour == .srgb || pixels.colours != .cmyk else {
            return nil
        }
        let profile = metadata.profile.flatMap { ColourProfile($0, of: pixels) }
            .flatMap { $0.changesPixels ? $0 : nil }
        var steps: [ConversionStep] = []
        if metadata.orientation != 1 {
            steps.append(.turnedUpright(exif: metadata.orientation))
        }
        if let profile {
            steps.append(profile.step(for: request))
        } else if pixels.colours == .cmyk {
            steps.append(.cmykToSRGB)
        }
        let held = StoredImage(
            size: reader.size, bands: pixels.bands, bytesPerSample: 1,
            isInterlaced: reader.isInScans, fileBytes: file.byteCount)
        let header = SourceHeader(
            format: format, size: plan.size, bands: pixels.bands, bitsPerSample: 8,
            colour: [.grey: .grey, .rgb: .rgb, .cmyk: .cmyk][pixels.colours] ?? .other,
            hasAlpha: false, hasProfile: profile != nil, orientation: metadata.orientation,
            conversions: steps,
            metadata: request.showsMetadata ? metadata.metadata : SourceHeader.Metadata(),
            temporaryBytes: plan.temporaryBytes(bytesPerPixel: pixels.colours == .grey ? 1 : 3),
            decoderBytes: heldBytes(of: held),
            profileBytes: request.colour == .keep ? profile?.data.count : nil)
        return (header, plan)
    }

    func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let reader = try JPEGRowReader(path: path, with: target.coefficients),
            let conversion = try RowConversion(
                reader.pixels, profile: try JPEGMetadata.profile(of: SourceFile(path: path)), target
            )
        else { return nil }
        try reader.start(isWanted: isWanted)
        return PixelReading(reader, conversion)
    }

    /// Whether there is no end-of-image marker in the last bytes, where cameras and programs leave
    /// other data behind the image.
    func isTruncated(_ file: SourceFile) -> Bool { !file.lastBytes.contains([0xFF, 0xD9]) }

    /// Of a progressive file, the coefficients, which have 16 bits each.
    func heldBytes(of image: StoredImage) -> Int? { image.isInterlaced ? 2 * image.byteCount : nil }
}
