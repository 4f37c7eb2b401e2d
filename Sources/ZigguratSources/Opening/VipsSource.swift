internal import CVips
internal import ZigguratCore
internal import ZigguratDecoders
internal import ZigguratImaging
internal import ZigguratSystem

/// A file opened by libvips, and the settings, header and plan that a request needs.
struct VipsSource {
    let choice: Decoders.Choice
    let request: SourceRequest
    private let trust: SourceRequest.Trust
    package let settings: DecodePlan.Settings
    package let image: VipsImage
    /// The size of the smaller level that is read instead of the image; `nil` for full resolution.
    private let levelSize: PixelSize?
    /// The colour profile that is applied or kept; `nil` if the profile has no effect.
    package let profile: ColourProfile?
    private let pages: Int

    /// Opens a file of any format, and returns its header and the decode plan.
    package static func open(
        _ file: SourceFile, _ request: SourceRequest = SourceRequest(),
        _ trust: SourceRequest.Trust = SourceRequest.Trust()
    ) throws(ZigguratError) -> OpenedSource {
        let path = file.path
        let source: VipsSource
        do throws(ZigguratError) {
            source = try VipsSource(file, request, trust)
        } catch {
            // Loaders report a truncated file in many ways, so the format's own rule decides.
            let isOpenable =
                switch error.reason as? SourceError {
                case .unknownFormat, .untrustedDecoder, .needsImageMagick, .invalidHeader: false
                // A loader has reported damage, not this program.
                case .invalidData(nil):
                    error.cause.flatMap { LibraryReport($0.description) } != .compressedData
                default: true
                }
            guard !isOpenable, Decoders.isTruncated(file) else { throw error.orAbout(path) }
            throw ZigguratError(
                SourceError.truncated(row: nil, of: nil), path, cause: error.cause)
        }
        do throws(ZigguratError) {
            let plan = try source.plan()
            return (try source.header(plan), plan)
        } catch {
            throw error.about(path)
        }
    }

    private init(
        _ file: SourceFile, _ request: SourceRequest, _ trust: SourceRequest.Trust
    ) throws(ZigguratError) {
        var settings = DecodePlan.Settings()
        settings.allowsUntrusted = trust.readsUntrusted
        settings.allowsImageMagick = trust.allowsImageMagick
        settings.allowsDamaged = trust.allowsDamaged
        try VipsRuntime.start()
        let choice = try Decoders.choice(file)
        let (opened, path) = (choice.image, file.path)
        let numbers = opened.pages
        if let first = numbers?.first, first > 0 { settings.page = first }
        var image = try VipsImage.open(choice, settings, sequential: true)
        if request.page == nil {
            try opened.checkPages(allowsDamaged: trust.allowsDamaged)
        }
        pages = numbers?.count ?? image.pages
        if let page = request.page {
            guard (1...pages).contains(page) else {
                // A truncated file may have lost the page.
                try opened.checkPages(allowsDamaged: trust.allowsDamaged)
                throw ZigguratError(SourceError.noSuchPage(page, of: pages), path)
            }
            settings.page = numbers?[page - 1] ?? page - 1
        }
        let density = opened.loader.defaultDensity.map { request.density ?? $0 }
        settings.dotsPerInch = density
        let unit = opened.unit(page: settings.page ?? 0)
        if unit != 1 { settings.unit = unit }
        if settings.page ?? 0 > 0 || density != nil {
            image = try VipsImage.open(choice, settings, sequential: true)
        }
        if density != nil, let fit = request.fit, request.crop == nil {
            (settings, image) = try Self.fitted(choice, settings, image, request, into: fit)
        }
        if opened.loader.readsSlides {
            (settings, image) = try Self.slide(choice, settings, image, request)
        } else if let name = request.associatedImage {
            throw ZigguratError(SourceError.noSuchAssociatedImage(name, available: []), path)
        }
        // Some renderers write light with an alpha of 0 everywhere.
        if image.isPremultiplied {
            settings.ignoresAlpha = try image.isTransparent()
            // The rows of an image can be read only once, so the image is opened again.
            image = try VipsImage.open(choice, settings, sequential: true)
        }
        let level = try Self.level(of: image, choice, settings, request)
        if let level { settings = level.settings }
        levelSize = level?.size
        self.choice = choice
        self.request = request
        self.trust = trust
        self.settings = settings
        self.image = image
        profile = image.profile.flatMap { $0.changesPixels(request.intent) ? $0 : nil }
    }

    private var decoder: any SourceDecoder { choice.decoder }

    var storedSize: PixelSize { levelSize ?? image.size }

    private func plan() throws(ZigguratError) -> DecodePlan {
        try storedSize.checkReadable()
        guard storedSize.pixelCount <= trust.pixelLimit else {
            throw ZigguratError(SourceError.tooLarge(storedSize, pixelLimit: trust.pixelLimit))
        }
        return try DecodePlan(
            request, settings, storedSize: storedSize, fullSize: levelSize.map { _ in image.size },
            exifOrientation: image.orientation,
            bytesPerPixel: image.bands * image.bytesPerSample())
    }

    private func header(_ plan: DecodePlan) throws(ZigguratError) -> SourceHeader {
        let colour = image.colour
        guard request.colour == .srgb || colour != .cmyk else {
            throw ZigguratError(SourceError.cannotKeepCMYK)
        }
        let bands = (colour == .grey ? 1 : 3) + (image.hasAlpha ? 1 : 0)
        let isSlide = request.associatedImage == nil && choice.image.loader.readsSlides
        return SourceHeader(
            format: decoder.format, size: plan.size, bands: image.bands,
            bitsPerSample: try image.bitsPerSample(), colour: colour, hasAlpha: image.hasAlpha,
            hasProfile: profile != nil, orientation: image.orientation, pages: pages,
            page: request.page ?? 1, conversions: try conversions(plan),
            metadata: request.showsMetadata ? image.metadata : SourceHeader.Metadata(),
            temporaryBytes: plan.temporaryBytes(bytesPerPixel: bands * request.sampleBits / 8),
            decoderBytes: try heldBytes(plan),
            profileBytes: request.colour == .keep ? profile?.data.count : nil,
            micronsPerPixel: micronsPerPixel(plan),
            associatedImages: isSlide ? image.furtherImages : nil,
            background: isSlide ? image.slideBackground : nil)
    }

    private func heldBytes(_ plan: DecodePlan) throws(ZigguratError) -> Int? {
        let isConverted = profile != nil && request.colour == .srgb
        let isDirect =
            plan.isFullSize && pages == 1 && request.range == .stored
            && (request.sampleBits == 8 || !isConverted)
        return choice.image.heldBytes(
            of: MemoryQuestion(
                size: storedSize, bands: image.bands, bytesPerSample: try image.bytesPerSample(),
                isInterlaced: image.has("interlaced"), file: choice.image.file,
                isReadDirectly: isDirect, level: settings.level ?? 0))
    }

    /// The micrometres that a pixel of the exported image covers; `nil` if unknown.
    private func micronsPerPixel(_ plan: DecodePlan) -> Double? {
        let drawn =
            choice.image.loader.hasPaperSize ? settings.dotsPerInch.map { 25_400 / $0 } : nil
        guard request.associatedImage == nil,
            let microns = image.slideMicronsPerPixel ?? drawn
                ?? image.scannedMicronsPerPixel(choice.image.loader)
        else { return nil }
        let part = request.crop?.size ?? plan.orientation.turned(image.size)
        return microns * Double(part.width) / Double(plan.size.width)
    }
}

extension VipsSource {
    /// The conversions of the image, in the order in which they are reported.
    func conversions(_ plan: DecodePlan) throws(ZigguratError) -> [ConversionStep] {
        var steps: [ConversionStep] = []
        if let name = settings.associatedImage { steps.append(.associatedImage(name)) }
        if storedSize != image.size { steps.append(.level(storedSize)) }
        if let density = settings.dotsPerInch { steps.append(.drawn(dotsPerInch: density)) }
        if let unit = settings.unit { steps.append(.enlargedUnit(unit)) }
        if let size = choice.image.wholeSize { steps.append(.dataWindow(of: size)) }
        if image.orientation != 1 { steps.append(.turnedUpright(exif: image.orientation)) }
        if request.rotation != .none { steps.append(.rotated(degrees: request.rotation.rawValue)) }
        let uprightSize = plan.orientation.turned(image.size)
        if let crop = request.crop { steps.append(.cropped(crop, of: uprightSize)) }
        let leftOut = image.leftOutBytes
        if leftOut > 0 { steps.append(.leftOutMetadata(byteCount: leftOut)) }
        let coded = choice.image.statedColour
        if coded?.replacesDamagedProfile == true || image.hasUnusableProfile(request.intent) {
            steps.append(.ignoredProfile)
        }
        if coded?.hasHighRange == true { steps.append(.keptHighRange) }
        if image.profile == nil, choice.image.ignoresColour(settings) {
            steps.append(.ignoredColour)
        }
        if settings.ignoresAlpha { steps.append(.ignoredAlpha) }
        if let step = colourStep() { steps.append(step) }
        if !image.hasOwnRange, let step = rangeStep() { steps.append(step) }
        let (bits, wanted) = (try image.bitsPerSample(), request.sampleBits)
        if bits > wanted { steps.append(.reducedBits(from: bits, to: wanted)) }
        if bits < wanted { steps.append(.spreadBits(from: bits, to: wanted)) }
        if let size = plan.reducedSize {
            let whole = request.crop?.size ?? uprightSize
            steps.append(.reduced(from: whole, to: plan.orientation.turned(size)))
        }
        return steps
    }

    private func colourStep() -> ConversionStep? {
        if let profile { return profile.step(for: request) }
        return switch image.colour {
        case .cmyk: .cmykToSRGB
        case .lab: .labToSRGB
        default:
            image.interpretation == VIPS_INTERPRETATION_scRGB
                ? .linearToSRGB(clips: request.range == .stored) : nil
        }
    }

    private func rangeStep() -> ConversionStep? {
        switch request.range {
        case .limits(let low, let high): .stretched(low, high)
        case .automatic: .automaticRange
        case .stored:
            if let range = image.profiledRange {
                .stretched(range.lowerBound, range.upperBound)
            } else if image.takesValuesAsStored || image.format == VIPS_FORMAT_USHORT {
                nil
            } else {
                .plausibleRange
            }
        }
    }
}
