package import ZigguratCore
internal import ZigguratDecoders
package import ZigguratImaging
package import ZigguratSystem

/// An image file whose header has been read, but not its pixels.
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
    private let knownMemory = LazyValue<DirectMemory?>()

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
    /// - Throws: ``SourceError``.
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
        let file = try SourceFile(path: path)
        let known = Decoders.recognising(file)
        let image = known?.open(file)
        var header: SourceHeader
        if trust.isolation == nil || known?.traits.isIsolated == false,
            let opened = image?.header(request, trust)
        {
            (header, plan) = opened
            isIsolated = false
        } else if let isolation = trust.isolation {
            if known is MosaicDecoder { try MosaicCache.checkPieces(of: file) }
            (header, plan) = try DecoderProcess.open(path, request, trust, isolation, isWanted)
            isIsolated = true
        } else {
            (header, plan) = try VipsSource.open(file, request, trust)
            isIsolated = false
        }
        if let damage { header.conversions.insert(damage, at: 0) }
        decoder = Decoders.named(header.format)
        let knownImage = decoder.format == known?.format ? image : nil
        let opened = knownImage ?? decoder.open(file)
        self.header = header.locating(opened, request, plan)
        if !isIsolated { OpenImages.keep(opened, for: self) }
    }

    deinit { OpenImages.forget(self) }

    /// The open file. An image that needs only one reading opens its file once.
    package func opened() throws(ZigguratError) -> any OpenedImage {
        if let image = OpenImages.image(of: self) { return image }
        let image = decoder.open(try SourceFile(path: path))
        OpenImages.keep(image, for: self)
        return image
    }

    /// Closes the file until it is needed again.
    package func closeFile() { OpenImages.forget(self) }

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
            switch error.reason as? SourceError {
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
    /// - Throws: ``SourceError/cropOutside(_:of:)``.
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
        else { throw ZigguratError(SourceError.changed, path) }
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
            && [.rgb, .grey, .cmyk].contains(header.colour)
            // In this process, the decoder decides about numbers and ranges.
            && (!isIsolated || request.range == .stored && header.bitsPerSample <= 16)
    }

    /// Whether the pixels come from a smaller level of the file.
    package var readsLevel: Bool { plan.settings.level != nil }

    /// Returns the memory that the threads of the format's own decoder use in addition to rows, in
    /// bytes.
    package func decodingBytes(threadCount: Int) -> Int {
        guard let memory = directMemory(threadCount: threadCount) else { return 0 }
        return memory.threadBytes
            * (memory.chunkHeight == nil ? 1 : min(threadCount, memory.mostThreads))
    }

    /// Returns the memory use of the format's own decoder on a number of threads; `nil` if libvips
    /// or another process reads the pixels.
    package func directMemory(threadCount: Int) -> DirectMemory? {
        guard let memory = directMemory, memory.fewestThreads > 1 else { return directMemory }
        let readsRows = threadCount < memory.fewestThreads || plan.storedRegion != nil
        return readsRows ? DirectMemory() : memory
    }

    /// The memory use of the format's own decoder on as many threads as it supports; `nil` if libvips
    /// or another process reads the pixels.
    package var directMemory: DirectMemory? {
        knownMemory.value {
            isReadDirectly ? (try? opened())?.memory(page: plan.settings.page ?? 0) : nil
        }
    }
}

extension SourceImage {
    /// Returns the positions at which the image can be cut without decoding, from the file's
    /// header.
    ///
    /// - Throws: ``LosslessError`` if the file is not a suitable JPEG, or its pixels are changed.
    package func coefficientGrid() throws(ZigguratError) -> CoefficientGrid {
        try coefficients().grid
    }

    /// Returns the coefficients from which tiles are cut, before they are read.
    package func coefficients() throws(ZigguratError) -> JPEGCoefficients {
        let kind: LosslessError.Kind? =
            if header.format != JPEGDecoder().format {
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
        if let kind { throw ZigguratError(LosslessError(kind), path) }
        guard let jpeg = try opened() as? JPEGImage else {
            throw ZigguratError(LosslessError(.notJPEG(format: header.format)), path)
        }
        return try JPEGCoefficients(
            jpeg.takeReader(), orientation: plan.orientation, region: plan.storedRegion,
            isReadDirectly: isReadDirectly && plan.isWhole)
    }
}
