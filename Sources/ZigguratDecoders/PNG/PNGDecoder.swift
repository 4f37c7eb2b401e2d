internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The PNG decoder. ``PNGHeader`` reads the header and ISA-L the pixels; libvips reads everything
/// unusual.
package struct PNGDecoder: SourceDecoder {
    package init() {}

    package let format = "png"
    package let traits = LoaderTraits(isIsolated: false, secondsPerMegapixel: 0.0011)

    /// The longest side that libvips reads.
    private static let longestSide = 10_000_000

    package func recognises(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x89] + Array("PNG".utf8))
    }

    /// - Returns: `nil` if the PNG is damaged, or has metadata that ``PNGHeader`` does not read.
    package func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard StoredHeader.supports(request, trust), let chunks = PNGHeader(file),
            let pixels = PNGKind(chunks.image, chunks.palette, chunks.transparency)?.pixels
        else { return nil }
        let size = chunks.image.size
        guard min(size.width, size.height) > 0,
            max(size.width, size.height) <= Self.longestSide
        else { return nil }
        let held = MemoryQuestion(
            size: size, bands: pixels.bands, bytesPerSample: pixels.sampleBytes,
            isInterlaced: chunks.image.isInterlaced, file: file)
        return StoredHeader(
            format: format, size: size, pixels: pixels, profile: chunks.colour.profile,
            hasHighRange: chunks.colour.coded.hasHighRange,
            ignoresColour: chunks.ignoresColour,
            orientation: chunks.orientation, metadata: chunks.metadata,
            leftOutBytes: chunks.leftOutBytes, heldBytes: heldBytes(of: held)
        ).opened(request, trust)
    }

    package func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        guard let file = try PNGFile(path: path),
            let conversion = try RowConversion(
                file.pixels, profile: PNGHeader(SourceFile(path: path))?.colour.profile, target)
        else { return nil }
        if file.isInterlaced {
            return PixelReading(
                try InterlacedPNGReader(file, isWanted: isWanted), conversion)
        }
        return PixelReading(PNGRowReader(file), conversion)
    }

    package func loaderFault(_ path: String, _ settings: DecoderSettings) -> LoaderFault? {
        // Xcode writes CgBI files for iOS: red and blue are swapped, and the IHDR chunk is the
        // second chunk.
        if (try? SourceFile(path: path))?.bytes(4, at: 12) == Array("CgBI".utf8) {
            return .unsupported(.unsupported(.format("CgBI PNG")))
        }
        guard let size = try? PNGDataStream(path: path).header.size,
            size.longSide > Self.longestSide
        else { return nil }
        return .unsupported(.sides(width: size.width, height: size.height))
    }

    package func statedColour(_ path: String) -> CodedColour? {
        guard let file = try? SourceFile(path: path), let colour = PNGHeader(file)?.colour,
            colour.embedded == nil
        else { return nil }
        return colour.coded
    }

    package func ignoresColour(_ path: String, _ settings: DecoderSettings) -> Bool {
        (try? SourceFile(path: path)).flatMap { PNGHeader($0) }?.ignoresColour ?? false
    }

    /// libvips reports no cause.
    package func openingCause(_ path: String) -> ZigguratError.Cause? {
        do throws(ZigguratError) {
            let stream = try PNGDataStream(path: path)
            if stream.header.colourType == 3, stream.palette.isEmpty {
                return .library("missing PLTE chunk")
            }
            // The IHDR chunk: its name, 13 bytes and a checksum.
            let chunk = try SourceFile(path: path).bytes(21, at: 12)
            return CRC32.checksum(of: Array(chunk.prefix(17))) == UInt32(chunk.suffix(4).bigEndian)
                ? .library("the PNG header is invalid") : .library("CRC of the PNG header")
        } catch {
            return error.cause
        }
    }

    /// libvips reads interlaced files, and holds the whole image in memory.
    package func rows(_ path: String, _ settings: DecoderSettings) throws(ZigguratError)
        -> StoredRows?
    {
        guard settings.page ?? 0 == 0, !settings.allowsDamaged,
            let file = try PNGFile(path: path), !file.isInterlaced
        else { return nil }
        return (PNGRowReader(file), file.pixels)
    }

    /// Whether the last chunk is missing. Source: PNG, third edition, 11.2.4.
    package func isTruncated(_ file: SourceFile) -> Bool {
        !file.lastBytes.contains(Array("IEND".utf8))
    }

    /// The size of the image for an interlaced file; `nil` for other files.
    package func heldBytes(of image: MemoryQuestion) -> Int? {
        image.isInterlaced ? image.byteCount : nil
    }
}
