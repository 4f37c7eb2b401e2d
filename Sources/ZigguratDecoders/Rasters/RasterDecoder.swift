internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The decoder of a simple format that this program decodes itself, in Swift. If libvips has to
/// change an image, libvips gets the decoded rows.
protocol RasterDecoder: SourceDecoder {
    /// Reads the header of a file.
    ///
    /// - Throws: ``SourceFailure`` without the file name.
    func raster(_ file: SourceFile) throws(ZigguratError) -> any Raster
}

extension RasterDecoder {
    package var traits: LoaderTraits {
        LoaderTraits(needsVips: false, readsAll: true, secondsPerMegapixel: 0.0035)
    }

    private static var mostHeldBytes: Int { 1 << 28 }

    /// The longest side that libvips reads.
    private static var longestSide: Int { 10_000_000 }

    /// Reads the header and checks the size, so that the computation of byte counts cannot
    /// overflow.
    private func checked(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        do throws(ZigguratError) {
            let raster = try raster(file)
            let size = raster.size
            guard min(size.width, size.height) > 0 else { throw HeaderFault.size.error }
            guard size.longSide <= Self.longestSide else {
                throw ZigguratError(SourceFailure.sides(width: size.width, height: size.height))
            }
            return raster
        } catch {
            throw error.about(file.path)
        }
    }

    /// Reads the header. If alpha may be unused, also reads rows to find out whether alpha is 0
    /// everywhere.
    private func shown(_ file: SourceFile) throws(ZigguratError) -> any Raster {
        let raster = try checked(file)
        // Reading a header must not take as much memory as decoding a large image.
        let isLarge = raster.heldBytes ?? 0 > Self.mostHeldBytes
        guard raster.alphaMayBeUnused, raster.pixels.hasAlpha, !isLarge else { return raster }
        let isUnused = isBlank(raster)
        // The rows of a raster can be read only once, so the raster is created again.
        let unread = try checked(file)
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

    package func open(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) -> OpenedSource? {
        guard StoredHeader.supports(request, trust), let raster = try? shown(file) else {
            return nil
        }
        let embedded = raster.embedded
        return StoredHeader(
            format: format, size: raster.size, pixels: raster.pixels,
            statedBits: raster.bits, profile: embedded.profile,
            ignoresAlpha: raster is OpaqueRaster, metadata: embedded.metadata,
            leftOutBytes: embedded.leftOutBytes, heldBytes: raster.heldBytes
        ).opened(request, trust)
    }

    package func read(
        _ path: String, _ plan: DecodePlan, _ target: ReadingTarget, isWanted: () -> Bool
    ) throws(ZigguratError) -> PixelReading? {
        let file = try SourceFile(path: path)
        let raster = try shown(file)
        guard
            let conversion = try RowConversion(
                raster.pixels, profile: raster.embedded.profile, target)
        else { return nil }
        return PixelReading(
            RasterRowReader(raster, of: file, fillsMissing: plan.isFilled), conversion)
    }

    package func image(
        _ path: String, _ settings: DecoderSettings
    ) throws(ZigguratError) -> VipsImage? {
        let file = try SourceFile(path: path)
        let raster = try shown(file)
        let image = try VipsImage.rows(
            of: RasterRowReader(raster, of: file, fillsMissing: settings.allowsDamaged),
            raster.pixels)
        image.describe(format, statedBits: raster.bits, raster.embedded)
        return image
    }

    package func heldBytes(of image: MemoryQuestion) -> Int? {
        (try? checked(image.file))?.heldBytes
    }

    /// Whether the last row is missing.
    package func isTruncated(_ file: SourceFile) -> Bool {
        guard let end = (try? checked(file))?.end else { return file.byteCount < 32 }
        return file.byteCount < end
    }
}
