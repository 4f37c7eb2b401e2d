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
        let held = MemoryQuestion(
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
    package func heldBytes(of image: MemoryQuestion) -> Int? {
        image.isInterlaced ? 2 * image.byteCount : nil
    }
}

/// The kind of a JPEG file, as its frame header states it.
///
/// Source: ITU-T T.81, B.1.1.3 and B.2.2.
struct JPEGFrame {
    private let marker: UInt8
    private let bits: UInt8
    private let hasHeight: Bool

    /// The maximum number of segments that are read. A damaged file may have any number of
    /// segments.
    private static let segmentLimit = 10_000

    /// - Parameter start: the offset of the JPEG in the file.
    /// - Returns: `nil` if the file has no frame header.
    init?(_ file: SourceFile, at start: Int = 0) {
        var place = start + 2
        for _ in 0..<Self.segmentLimit {
            let head = file.bytes(7, at: place)
            guard head.count == 7, head[0] == 0xFF else { return nil }
            if head[1] == 0xFF {
                // Fill bytes may precede a marker.
                place += 1
            } else if Self.isFrame(head[1]) {
                (marker, bits) = (head[1], head[4])
                hasHeight = head[5] > 0 || head[6] > 0
                return
            } else {
                place += 2 + Int(head[2]) << 8 + Int(head[3])
            }
        }
        return nil
    }

    /// Whether a marker begins a frame header, including the frame header of JPEG-LS. Source: ITU-T
    /// T.81, B.1.1.3; ITU-T T.87, C.1.1.
    private static func isFrame(_ marker: UInt8) -> Bool {
        marker == losslessFrame
            || (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    private static let losslessFrame: UInt8 = 0xF7

    /// The reason why libjpeg-turbo cannot read the file; `nil` if it can.
    var fault: SourceFailure? {
        switch marker {
        case Self.losslessFrame: .unsupported(.format("JPEG-LS"))
        case 0xC3, 0xCB: .unsupported(.format("lossless JPEG"))
        case 0xC5...0xC7, 0xCD...0xCF: .unsupported(.format("hierarchical JPEG"))
        case _ where bits != 8: .unsupported(.bitsPerSample(Int(bits)))
        // The marker DNL after the first scan states the height. Source: ITU-T T.81, B.2.5.
        default: hasHeight ? nil : .unsupported(.heightAfterRows)
        }
    }
}
