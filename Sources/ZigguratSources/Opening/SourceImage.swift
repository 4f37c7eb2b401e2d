internal import Synchronization
package import ZigguratCore
internal import ZigguratDecoders
package import ZigguratImaging
package import ZigguratSystem

/// An image file whose header has been read. Its pixels are not read yet.
package final class SourceImage: Sendable {
    package let path: String
    package let request: SourceRequest
    package let trust: SourceRequest.Trust
    package let header: SourceHeader
    package let plan: DecodePlan
    package let decoder: any SourceDecoder
    /// Whether another process has read the header.
    package let isIsolated: Bool
    /// The attributes of the file before its header was read.
    package let attributes: FileAttributes?
    /// The cached memory use: computing it takes long for files of many blocks.
    private let knownMemory = Mutex<DirectMemory??>(nil)

    /// The folder for temporary files of images that have to be turned.
    package static var temporaryFolder: String { TemporaryFile.folder }

    /// Returns the attributes of a source. The attributes of a mosaic include its pieces.
    ///
    /// - Returns: `nil` if a file is missing.
    package static func attributes(of path: String) -> FileAttributes? {
        Decoders.attributes(of: path)
    }

    /// Opens a file and reads its header.
    ///
    /// - Parameter isWanted: called from time to time while another process reads the header;
    ///   returns `false` to cancel.
    /// - Throws: ``SourceFailure``.
    package init(
        path: String, request: SourceRequest = SourceRequest(),
        trust: SourceRequest.Trust = SourceRequest.Trust(), isWanted: () -> Bool = { true }
    ) throws(ZigguratError) {
        try SourceFile.check(path)
        attributes = Self.attributes(of: path)
        self.path = path
        self.request = request
        let damage = try Self.damage(path, request, trust)
        var trust = trust
        if !trust.knowsDamage {
            trust.allowsDamaged = damage != nil
            trust.knowsDamage = damage != nil
        }
        self.trust = trust
        var header: SourceHeader
        if trust.isolation == nil || Decoders.isRecognisedHere(path),
            let opened = Decoders.open(path, request, trust)
        {
            (header, plan) = opened
            isIsolated = false
        } else if let isolation = trust.isolation {
            (header, plan) = try DecoderProcess.open(path, request, trust, isolation, isWanted)
            isIsolated = true
        } else {
            (header, plan) = try VipsSource.open(path, request, trust)
            isIsolated = false
        }
        if let damage { header.conversions.insert(damage, at: 0) }
        self.header = header.locating(path, request, plan)
        decoder = Decoders.named(header.format)
    }

    /// Decodes a file that may be damaged.
    ///
    /// - Returns: `nil` if the file is undamaged, damaged files are not allowed, or the damage is
    ///   known.
    /// - Throws: the error if the file cannot be read for a reason other than damage.
    private static func damage(
        _ path: String, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) throws(ZigguratError) -> ConversionStep? {
        guard trust.allowsDamaged, !trust.knowsDamage else { return nil }
        var strict = trust
        strict.allowsDamaged = false
        do throws(ZigguratError) {
            let image = try SourceImage(path: path, request: request, trust: strict)
            let rows = try image.makeReading(
                keepsAlpha: true, background: .white, turnsRows: false
            ).makeRowReader()
            try rows.readAndForget(rows.size.height) { true }
            return nil
        } catch {
            switch error.reason as? SourceFailure {
            case .truncated(let row, _): return .filled(row: row)
            case .invalidData(let row): return .damaged(row: row)
            case .invalidHeader: return .damaged(row: nil)
            default: throw error
            }
        }
    }

    /// Creates an image of a region of another image, without reading the header again.
    ///
    /// - Parameters:
    ///   - whole: an upright image at full size, whose header another process has read.
    ///   - region: in pixels of the image, and within it.
    /// - Throws: ``SourceFailure/cropOutside(_:of:)``.
    package init(_ whole: SourceImage, region: PixelRegion) throws(ZigguratError) {
        precondition(whole.isIsolated && whole.plan.isWhole && whole.plan.orientation == .upright)
        (path, trust, decoder) = (whole.path, whole.trust, whole.decoder)
        (isIsolated, attributes) = (true, whole.attributes)
        var request = whole.request
        request.crop = region
        self.request = request
        plan = try DecodePlan(
            request, whole.plan.settings, storedSize: whole.header.size, exifOrientation: 1,
            bytesPerPixel: whole.header.bytesPerPixel)
        var header = whole.header
        header.size = region.size
        self.header = header
    }

    /// Throws an error if the file was replaced or written since its header was read, because the
    /// pixels may then belong to two images.
    package func checkUnchanged() throws(ZigguratError) {
        let now = Self.attributes(of: path)
        guard now?.identity == attributes?.identity, now?.byteCount == attributes?.byteCount,
            now?.modified == attributes?.modified
        else { throw ZigguratError(SourceFailure.changed, path) }
    }

    /// The estimated processor time to decode the image, in seconds.
    package var decodingSeconds: Double {
        Double(header.size.pixelCount) / 1_000_000 * decoder.traits.secondsPerMegapixel
    }

    /// Whether the format's own decoder, rather than libvips, may read the file in this process.
    package var isReadDirectly: Bool { !isIsolated && isReadByOwnDecoder }

    /// Whether the format's own decoder, rather than libvips, may read the file in any process.
    package var isReadByOwnDecoder: Bool {
        plan.isFullSize(ofAnyPage: decoder.traits.readsPages && !isIsolated)
            && request.range == .stored
            && header.bitsPerSample <= 16 && [.rgb, .grey, .cmyk].contains(header.colour)
    }

    /// Whether the pixels come from a smaller level of the file.
    package var readsLevel: Bool { plan.settings.level != nil }

    /// Returns the memory that the threads of the format's own decoder use in addition to rows, in
    /// bytes.
    package func decodingBytes(threadCount: Int) -> Int {
        guard let directMemory else { return 0 }
        return directMemory.threadBytes
            * (directMemory.chunkHeight == nil ? 1 : min(threadCount, directMemory.mostThreads))
    }

    /// The memory use of the format's own decoder; `nil` if libvips or another process reads the
    /// pixels.
    package var directMemory: DirectMemory? {
        knownMemory.withLock { known in
            if let memory = known { return memory }
            let memory =
                isReadDirectly
                ? decoder.directMemory(path, page: plan.settings.page ?? 0) : nil
            known = .some(memory)
            return memory
        }
    }
}

extension SourceImage {
    /// Returns the positions at which the image can be cut without decoding, from the file's
    /// header.
    ///
    /// - Throws: ``LosslessRefusal`` if the file is not a suitable JPEG, or its pixels are changed.
    package func coefficientGrid() throws(ZigguratError) -> CoefficientGrid {
        try coefficients().grid
    }

    /// Returns the coefficients from which tiles are cut. They are not read yet.
    package func coefficients() throws(ZigguratError) -> JPEGCoefficients {
        let obstacle: LosslessRefusal.Obstacle? =
            if header.format != "jpeg" {
                .notJPEG(format: header.format)
            } else if header.hasProfile && request.colour != .keep {
                .needsColourConversion
            } else if request.range != .stored {
                .hasRange
            } else if plan.reducedSize != nil {
                .isReduced
            } else {
                nil
            }
        if let obstacle { throw ZigguratError(LosslessRefusal(obstacle), path) }
        return try JPEGCoefficients(
            path: path, orientation: plan.orientation, region: plan.storedRegion,
            isReadDirectly: isReadDirectly && plan.isWhole)
    }
}

/// Finds the range of values of samples that are not 8 bits wide.
extension SourceImage {
    /// Finds the values that become black and white if the header does not state them. Reads the
    /// image, or only its first rows if they are sufficient.
    ///
    /// - Parameter isWanted: called from time to time; returns `false` to cancel.
    package func findValueRange(
        isWanted: () -> Bool = { true }
    ) throws(ZigguratError) -> ValueRangeProbe.Finding {
        guard !knowsValues(isWanted: isWanted) else { return ValueRangeProbe.Finding() }
        let missing = decoder.missingValue(path, page: plan.settings.page ?? 0)
        if let isolation = trust.isolation {
            return try isolatedValues(isolation, isWanted: isWanted)
        }
        do throws(ZigguratError) {
            return try ValueRangeProbe.finding(
                storedPart(isWanted: isWanted).image, request.range, missing: missing,
                isWanted: isWanted)
        } catch {
            throw error.orAbout(path)
        }
    }

    /// Returns the header with the range of values that only the pixels show. Reads an image with
    /// an unknown range to its end.
    package func headerOfValues() throws(ZigguratError) -> SourceHeader {
        guard header.conversions.contains(where: \.isOpen),
            let step = try findValueRange().step
        else { return header }
        return header.finding([step])
    }

    /// Whether the header or the first rows show which values become black and white.
    package func knowsValues(isWanted: () -> Bool = { true }) -> Bool {
        // Signed 8-bit samples have no range.
        let isOpen = header.conversions.contains { $0.isOpen }
        guard request.range == .stored else { return false }
        if !isOpen, header.bitsPerSample < 16 || header.hasProfile { return true }
        return header.bitsPerSample == 16
            && decoder.missingValue(path, page: plan.settings.page ?? 0) == nil
            && usesUpperBits(isWanted: isWanted)
    }

    /// Whether the format's own decoder finds 16-bit values that need more than 12 bits. Such
    /// values are usually in the first rows. In all other cases, and after errors, libvips searches
    /// the image.
    private func usesUpperBits(isWanted: () -> Bool) -> Bool {
        let reading = try? directReading(ReadingTarget(), isWanted: isWanted)
        guard let reading else { return false }
        let colourBands = reading.bands - (header.hasAlpha ? 1 : 0)
        // The limit allows for rounding by one.
        return reading.hasSample(above: ValueRangeProbe.narrow >> 8, colourBands, isWanted)
    }
}
