internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The JPEG decoder. libjpeg-turbo reads header and rows; libvips reads everything unusual.
package struct JPEGDecoder: SourceDecoder {
    package init() {}

    package let format = "jpeg"
    package let extensions = ["jpg", "jpeg"]
    package let traits = LoaderTraits(
        isIsolated: false, warningsAreDamage: true, secondsPerMegapixel: 0.001)

    /// A start-of-image marker, and the first byte of the next marker. Source: ITU-T T.81, B.1.1.3.
    package func recognises(_ head: [UInt8]) -> Bool { head.starts(with: [0xFF, 0xD8, 0xFF]) }

    /// - Returns: `nil` if the JPEG is damaged, or has metadata that ``JPEGMetadata`` does not
    ///   read.
    package func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard StoredHeader.supports(request, trust), let reader = try? JPEGReader(file),
            reader.isPlain, let pixels = reader.pixels,
            let metadata = reader.hasMetadata ? JPEGMetadata(file) : JPEGMetadata()
        else { return nil }
        let held = StoredImage(
            size: reader.size, bands: pixels.bands, bytesPerSample: 1,
            isInterlaced: reader.isInScans, file: file)
        return StoredHeader(
            format: format, size: reader.size, pixels: pixels, profile: metadata.profile,
            ignoresColour: metadata.isAdobeRGB, orientation: metadata.orientation,
            metadata: metadata.metadata,
            heldBytes: reader.isInScans
                ? reader.coefficientBytes ?? heldBytes(of: held) : nil
        ).opened(request, trust)
    }

    package func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let reader = try JPEGRowReader(path: path, with: target.coefficients),
            let conversion = try RowConversion(
                reader.pixels, profile: try JPEGMetadata.profile(of: SourceFile(path: path)), target
            )
        else { return nil }
        // The decoder of a sequential file is not started yet: it may begin at a restart marker,
        // which a started decoder cannot do.
        if reader.isInScans { try reader.start(isWanted: isWanted) }
        return PixelReading(reader, conversion)
    }

    /// Whether the file has restart markers at small enough distances.
    package func beginsAtAnyRow(_ path: String) -> Bool {
        guard let step = try? JPEGReader(SourceFile(path: path)).restartStep else { return false }
        return step <= Self.mostRowsBetweenMarkers
    }

    /// The maximum number of rows between restart markers. The reader of a part decodes at most
    /// this many rows above the part.
    private static let mostRowsBetweenMarkers = 512

    package func ignoresColour(_ path: String, _ settings: DecoderSettings) -> Bool {
        (try? SourceFile(path: path)).map(JPEGMetadata.isAdobeRGB) ?? false
    }

    package func loaderFault(_ path: String, _ settings: DecoderSettings) -> LoaderFault? {
        guard let file = try? SourceFile(path: path) else { return nil }
        if let fault = JPEGFrame(file)?.fault { return .unsupported(fault) }
        guard let reader = try? JPEGReader(file), reader.hasManyScans else { return nil }
        return .unsupported(.tooManyScans(limit: JPEGReader.mostScans))
    }

    /// Whether the last bytes contain no end-of-image marker. Cameras and programs append other
    /// data to the image, so the marker need not be at the end.
    package func isTruncated(_ file: SourceFile) -> Bool { !file.lastBytes.contains([0xFF, 0xD9]) }

    package func rows(_ path: String, _ settings: DecoderSettings) throws(ZigguratError)
        -> StoredRows?
    {
        guard settings.level == nil,
            let reader = try JPEGRowReader(
                path: path, fillsDamage: settings.allowsDamaged, invertsInks: true)
        else { return nil }
        return (reader, reader.pixels)
    }

    /// The bytes of the coefficients of a progressive file, which have 16 bits each. Chroma is
    /// counted at full resolution.
    package func heldBytes(of image: StoredImage) -> Int? {
        image.isInterlaced ? 2 * image.byteCount : nil
    }
}
