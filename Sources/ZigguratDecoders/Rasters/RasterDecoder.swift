internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of a simple format that this program decodes itself, in Swift. If libvips has to
/// change an image, libvips gets the decoded rows.
protocol RasterDecoder: SourceDecoder {
    /// Reads the header of a file.
    ///
    /// - Throws: ``SourceError`` without the file name.
    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster

    /// Whether the end of a file is missing; `nil` if only ``Raster/end`` tells.
    func isTruncated(_ file: SourceFile) -> Bool?
}

extension RasterDecoder {
    package var traits: DecoderTraits {
        DecoderTraits(needsVips: false, readsAll: true, secondsPerMegapixel: 0.0035)
    }

    package func open(_ file: SourceFile) -> any OpenedImage { RasterImage(file, self) }

    func isTruncated(_ file: SourceFile) -> Bool? { nil }
}

/// An open file of a simple format.
private final class RasterImage: OpenedImage {
    let file: SourceFile
    private let decoder: any RasterDecoder

    private static let mostHeldBytes = 1 << 28
    /// The longest side that libvips reads.
    private static let longestSide = 10_000_000

    init(_ file: SourceFile, _ decoder: any RasterDecoder) {
        (self.file, self.decoder) = (file, decoder)
    }

    /// Reads the header and checks the size, so that the computation of byte counts cannot
    /// overflow.
    private func checked() throws(ZigguratError) -> any Raster {
        do throws(ZigguratError) {
            let raster = try decoder.raster(file)
            let size = raster.size
            guard min(size.width, size.height) > 0 else { throw HeaderError.size.error }
            guard size.longSide <= Self.longestSide else {
                throw ZigguratError(SourceError.sides(width: size.width, height: size.height))
            }
            return raster
        } catch {
            throw error.about(file.path)
        }
    }

    /// Reads the header. If alpha may be unused, also reads rows to find out whether alpha is 0
    /// everywhere.
    private func shown() throws(ZigguratError) -> any Raster {
        let raster = try checked()
        // Reading a header must not take as much memory as decoding a large image.
        let isLarge = raster.heldBytes ?? 0 > Self.mostHeldBytes
        guard raster.alphaMayBeUnused, raster.pixels.hasAlpha, !isLarge else { return raster }
        let isUnused = isBlank(raster)
        // The rows of a raster can be read only once, so the raster is created again.
        let unread = try checked()
        return isUnused ? OpaqueRaster(unread) : unread
    }

    /// Whether alpha is 0 in all rows that the file contains. In most images, the first rows
    /// already have another alpha.
    private func isBlank(_ raster: any Raster) -> Bool {
        let (bands, count) = (raster.pixels.bands, raster.rowBytes)
        return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count) { memory in
            // The buffer is not empty, so it has a base address.
            let row = memory.baseAddress.unsafelyUnwrapped
            for y in 0..<raster.size.height {
                guard (try? raster.readRow(y, into: row)) != nil else { return true }
                for place in stride(from: bands - 1, to: count, by: bands) where row[place] > 0 {
                    return false
                }
            }
            return true
        }
    }

    func header(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource? {
        guard StoredHeader.supports(request, trust), let raster = try? shown() else {
            return nil
        }
        let embedded = raster.embedded
        return StoredHeader(
            format: decoder.format, size: raster.size, pixels: raster.pixels,
            statedBits: raster.bits, profile: embedded.profile,
            ignoresAlpha: raster is OpaqueRaster, metadata: embedded.metadata,
            leftOutBytes: embedded.leftOutBytes, heldBytes: raster.heldBytes
        ).opened(request, trust)
    }

    func read(
        _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        let raster = try shown()
        guard
            let conversion = try RowConversion(
                raster.pixels, profile: raster.embedded.profile, target)
        else { return nil }
        return PixelReading(
            RasterRowReader(raster, of: file, fillsMissing: plan.settings.allowsDamaged), conversion
        )
    }

    func image(_ settings: DecodePlan.Settings) throws(ZigguratError) -> VipsImage? {
        let raster = try shown()
        let image = try VipsImage.rows(
            of: RasterRowReader(raster, of: file, fillsMissing: settings.allowsDamaged),
            raster.pixels)
        image.describe(decoder.format, statedBits: raster.bits, raster.embedded)
        return image
    }

    func heldBytes(of image: MemoryQuestion) -> Int? {
        (try? checked())?.heldBytes
    }

    /// Whether the last row is missing.
    var isTruncated: Bool {
        if let isTruncated = decoder.isTruncated(file) { return isTruncated }
        guard let end = (try? checked())?.end else { return file.byteCount < 32 }
        return file.byteCount < end
    }
}
