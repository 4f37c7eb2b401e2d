internal import Synchronization
internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The JPEG decoder. libjpeg-turbo reads header and rows; libvips reads everything unusual.
package struct JPEGDecoder: SourceDecoder {
    package init() {}

    package let format = "jpeg"
    package let extensions = ["jpg", "jpeg"]
    package let traits = DecoderTraits(
        isIsolated: false, secondsPerMegapixel: 0.001)

    /// A start-of-image marker, and the first byte of the next marker. Source: ITU-T T.81, B.1.1.3.
    package func recognises(_ head: [UInt8]) -> Bool { head.starts(with: [0xFF, 0xD8, 0xFF]) }

    package func open(_ file: SourceFile) -> any OpenedImage { JPEGImage(file) }
}

/// An open JPEG. The header is read once, and the reader of the header also reads the pixels.
package final class JPEGImage: OpenedImage {
    package let file: SourceFile
    package let loader = LoaderTraits(warningsAreDamage: true)
    /// A reader that has read the header only; `nil` before the header is read, and after the
    /// reader was taken.
    private let unused = Mutex<JPEGReader?>(nil)
    /// An index that no source uses; `nil` before memory is planned, and after a source took it.
    private let unusedIndex = Mutex<JPEGBandIndex?>(nil)
    private let knownProfile = LazyValue<[UInt8]?>()

    init(_ file: SourceFile) { self.file = file }

    /// Returns a reader that no other thread uses, and that has read the header only.
    package func takeReader() throws(ZigguratError) -> JPEGReader {
        if let reader = unused.withLock({ $0.take() }) { return reader }
        return try JPEGReader(file)
    }

    /// Keeps a reader that has read the header only.
    private func keep(_ reader: JPEGReader) { unused.withLock { $0 = reader } }

    private var profile: [UInt8]? { knownProfile.value { JPEGMetadata.profile(of: file) } }

    /// - Returns: `nil` if the JPEG is damaged, or has metadata that ``JPEGMetadata`` does not
    ///   read.
    package func header(
        _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard StoredHeader.supports(request, trust), let reader = try? takeReader() else {
            return nil
        }
        // The sizes of the blocks are measured for coefficients, so the reader cannot read rows
        // afterwards.
        let coefficientBytes = reader.isInScans ? reader.coefficientBytes : nil
        defer { if !reader.isInScans { keep(reader) } }
        guard reader.isPlain, let pixels = reader.pixels,
            let metadata = reader.hasMetadata ? JPEGMetadata(file) : JPEGMetadata()
        else { return nil }
        _ = knownProfile.value { metadata.profile }
        let held = MemoryQuestion(
            size: reader.size, bands: pixels.bands, bytesPerSample: 1,
            isInterlaced: reader.isInScans, file: file)
        return StoredHeader(
            format: JPEGDecoder().format, size: reader.size, pixels: pixels,
            profile: metadata.profile, ignoresColour: metadata.isAdobeRGB,
            orientation: metadata.orientation, metadata: metadata.metadata,
            heldBytes: reader.isInScans ? coefficientBytes ?? heldBytes(of: held) : nil
        ).opened(request, trust)
    }

    private func takeIndex() -> JPEGBandIndex? {
        unusedIndex.withLock { $0.take() } ?? JPEGBandIndex(file)
    }

    package func memory(page: Int) -> DirectMemory? { bandLayout?.memory ?? DirectMemory() }

    /// The bands that several threads decode; `nil` if one thread decodes rows.
    private var bandLayout: JPEGBandLayout? {
        guard let reader = try? takeReader() else { return nil }
        defer { keep(reader) }
        guard reader.isPlain, !reader.isInScans, JPEGBandLayout.isLarge(reader.size) else {
            return nil
        }
        let index = takeIndex()
        defer { unusedIndex.withLock { $0 = index } }
        return index.flatMap(JPEGBandLayout.init)
    }

    package func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        let reader: JPEGReader
        if let coefficients = target.coefficients {
            reader = coefficients.reader
        } else {
            reader = try takeReader()
        }
        guard let rows = JPEGRowReader(reader),
            let conversion = try RowConversion(rows.pixels, profile: profile, target)
        else { return nil }
        if target.coefficients == nil, plan.storedRegion == nil,
            let bands = JPEGBandSource(
                rows, conversion, threads: target.threadCount, index: takeIndex)
        {
            return .blocks(bands)
        }
        // The decoder of a sequential file is not started yet: it may begin at a restart marker,
        // which a started decoder cannot do.
        if rows.isInScans { try rows.start(isWanted: isWanted) }
        return PixelReading(rows, conversion)
    }

    /// Whether the file has restart markers at small enough distances.
    package var beginsAtAnyRow: Bool {
        guard let reader = try? takeReader() else { return false }
        defer { keep(reader) }
        return reader.restartStep.map { $0 <= Self.mostRowsBetweenMarkers } ?? false
    }

    /// The maximum number of rows between restart markers. The reader of a part decodes at most
    /// this many rows above the part.
    private static let mostRowsBetweenMarkers = 512

    package func ignoresColour(_ settings: DecodePlan.Settings) -> Bool {
        JPEGMetadata.isAdobeRGB(file)
    }

    package func loaderFault(_ settings: DecodePlan.Settings) -> LoaderError? {
        if let fault = JPEGFrame(file)?.fault { return .unsupported(fault) }
        guard let reader = try? takeReader() else { return nil }
        defer { keep(reader) }
        return reader.hasManyScans
            ? .unsupported(.tooManyScans(limit: JPEGReader.mostScans)) : nil
    }

    /// Whether the last bytes contain no end-of-image marker. Cameras and programs append other
    /// data to the image, so the marker need not be at the end.
    package var isTruncated: Bool { !file.lastBytes.contains([0xFF, 0xD9]) }

    package func rows(_ settings: DecodePlan.Settings) throws(ZigguratError) -> StoredRows? {
        guard settings.level == nil,
            let rows = JPEGRowReader(
                try takeReader(), fillsDamage: settings.allowsDamaged, invertsInks: true)
        else { return nil }
        return (rows, rows.pixels)
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
    /// The size in the frame header. The height is 0 if the marker DNL states the height.
    package let size: PixelSize

    /// The maximum number of segments that are read. A damaged file may have any number of
    /// segments.
    private static let segmentLimit = 10_000

    /// - Parameter start: the offset of the JPEG in the file.
    /// - Returns: `nil` if the file has no frame header.
    init?(_ file: SourceFile, at start: Int = 0) {
        var place = start + 2
        for _ in 0..<Self.segmentLimit {
            let head = file.bytes(9, at: place)
            guard head.count == 9, head[0] == 0xFF else { return nil }
            if head[1] == 0xFF {
                // Fill bytes may precede a marker.
                place += 1
            } else if Self.isFrame(head[1]) {
                (marker, bits) = (head[1], head[4])
                size = PixelSize(width: head[7..<9].bigEndian, height: head[5..<7].bigEndian)
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
    var fault: SourceError? {
        switch marker {
        case Self.losslessFrame: .unsupported(.format("JPEG-LS"))
        case 0xC3, 0xCB: .unsupported(.format("lossless JPEG"))
        case 0xC5...0xC7, 0xCD...0xCF: .unsupported(.format("hierarchical JPEG"))
        case _ where bits != 8: .unsupported(.bitsPerSample(Int(bits)))
        // The marker DNL after the first scan states the height. Source: ITU-T T.81, B.2.5.
        default: size.height > 0 ? nil : .unsupported(.heightAfterRows)
        }
    }
}
