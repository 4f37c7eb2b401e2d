package import ZigguratCore
internal import ZigguratSystem

/// The header of an image that a decoder has read without libvips.
package struct StoredHeader {
    package let format: String
    package let size: PixelSize
    package let pixels: StoredPixels
    /// Bits per sample as the file states them, if fewer than the stored pixels have.
    var statedBits: Int?
    /// The colour profile that is embedded in the file.
    package var profile: [UInt8]?
    /// Whether the file has a damaged profile that ``profile`` does not contain.
    package var ignoresProfile = false
    /// Whether the samples have a high dynamic range, which is not converted.
    package var hasHighRange = false
    /// Whether the file states its colours by numbers, which are not converted. An embedded profile
    /// takes precedence over the numbers.
    package var ignoresColour = false
    /// Whether the alpha of the file is ignored, because it is 0 everywhere.
    package var ignoresAlpha = false
    /// The Exif orientation, 1 (upright) to 8.
    package var orientation = 1
    package var metadata = SourceHeader.Metadata()
    /// The size of metadata that are too long to be read, in bytes.
    package var leftOutBytes = 0
    /// The bytes that the decoder holds of the image; `nil` if it decodes row by row.
    package var heldBytes: Int?
    /// The micrometres that a pixel of the file covers.
    var micronsPerPixel: Double?
    /// The number of images in the file, without the smaller levels of a pyramid.
    package var pages = 1
    /// The index of the page among all images of the file, from 0; `nil` if all images are pages.
    var pageNumber: Int?

    package init(
        format: String, size: PixelSize, pixels: StoredPixels, statedBits: Int? = nil,
        profile: [UInt8]? = nil, ignoresProfile: Bool = false, hasHighRange: Bool = false,
        ignoresColour: Bool = false, ignoresAlpha: Bool = false, orientation: Int = 1,
        metadata: SourceHeader.Metadata = SourceHeader.Metadata(), leftOutBytes: Int = 0,
        heldBytes: Int? = nil, micronsPerPixel: Double? = nil, pages: Int = 1,
        pageNumber: Int? = nil
    ) {
        self.format = format
        self.size = size
        self.pixels = pixels
        self.statedBits = statedBits
        self.profile = profile
        self.ignoresProfile = ignoresProfile
        self.hasHighRange = hasHighRange
        self.ignoresColour = ignoresColour
        self.ignoresAlpha = ignoresAlpha
        self.orientation = orientation
        self.metadata = metadata
        self.leftOutBytes = leftOutBytes
        self.heldBytes = heldBytes
        self.micronsPerPixel = micronsPerPixel
        self.pages = pages
        self.pageNumber = pageNumber
    }

    private var bits: Int { pixels.sampleBytes == 1 ? 8 : statedBits ?? 8 * pixels.sampleBytes }

    /// Whether a request can be answered without libvips. Only libvips reads associated images and
    /// damaged files.
    ///
    /// - Parameters:
    ///   - readsPages: whether the decoder reads any page.
    ///   - stretches: whether the decoder maps ranges of values to black and white.
    package static func supports(
        _ request: SourceRequest, _ trust: SourceRequest.Trust, readsPages: Bool = false,
        stretches: Bool = false
    ) -> Bool {
        (readsPages || (request.page ?? 1) == 1) && (stretches || request.range == .stored)
            && request.associatedImage == nil && !trust.allowsDamaged
    }

    /// Returns the header and the decode plan for a request.
    ///
    /// - Returns: `nil` if libvips has to open the file, or the request is invalid.
    package func opened(_ request: SourceRequest, _ trust: SourceRequest.Trust) -> OpenedSource? {
        guard size.isReadable, size.pixelCount <= trust.pixelLimit,
            request.colour == .srgb || pixels.colours != .cmyk
        else { return nil }
        let number = pageNumber.flatMap { $0 > 0 ? $0 : nil } ?? request.page.map { $0 - 1 }
        let settings = DecodePlan.Settings(
            page: number, allowsUntrusted: trust.readsUntrusted)
        let plan = try? DecodePlan(
            request, settings, storedSize: size, exifOrientation: orientation,
            bytesPerPixel: pixels.bands * ((bits + 7) / 8))
        let page = request.page ?? 1
        guard let plan, plan.isFullSize(ofAnyPage: true), (1...pages).contains(page) else {
            return nil
        }
        let isUnusable =
            self.profile.map { ColourProfile.isUnusable($0, of: pixels, request.intent) } ?? false
        let profile = self.profile.flatMap { ColourProfile($0, of: pixels) }
            .flatMap { $0.changesPixels(request.intent) ? $0 : nil }
        let bands = (pixels.colours == .grey ? 1 : 3) + (pixels.hasAlpha ? 1 : 0)
        let header = SourceHeader(
            format: format, size: plan.size, bands: pixels.bands,
            bitsPerSample: bits, colour: pixels.colours.ofHeader,
            hasAlpha: pixels.hasAlpha, hasProfile: profile != nil, orientation: orientation,
            pages: pages, page: page,
            conversions: steps(
                request, plan, profile, ignoresProfile: ignoresProfile || isUnusable),
            metadata: request.showsMetadata ? metadata : SourceHeader.Metadata(),
            temporaryBytes: plan.temporaryBytes(bytesPerPixel: bands * request.sampleBits / 8),
            decoderBytes: heldBytes,
            profileBytes: request.colour == .keep ? profile?.data.count : nil,
            micronsPerPixel: micronsPerPixel)
        return (header, plan)
    }

    private func steps(
        _ request: SourceRequest, _ plan: DecodePlan, _ profile: ColourProfile?,
        ignoresProfile: Bool
    ) -> [ConversionStep] {
        var steps: [ConversionStep] = []
        if orientation != 1 { steps.append(.turnedUpright(exif: orientation)) }
        if request.rotation != .none { steps.append(.rotated(degrees: request.rotation.rawValue)) }
        if let crop = request.crop {
            steps.append(.cropped(crop, of: plan.orientation.turned(size)))
        }
        if leftOutBytes > 0 { steps.append(.leftOutMetadata(byteCount: leftOutBytes)) }
        if ignoresProfile { steps.append(.ignoredProfile) }
        if ignoresAlpha { steps.append(.ignoredAlpha) }
        if ignoresColour, self.profile == nil { steps.append(.ignoredColour) }
        if hasHighRange { steps.append(.keptHighRange) }
        if let profile {
            steps.append(profile.step(for: request))
        } else if pixels.colours == .cmyk {
            steps.append(.cmykToSRGB)
        } else if pixels.isLight {
            steps.append(.linearToSRGB(clips: request.range == .stored))
        }
        switch request.range {
        case .limits(let low, let high): steps.append(.stretched(low, high))
        case .automatic: steps.append(.automaticRange)
        case .stored where pixels.isFloat && !pixels.isLight: steps.append(.plausibleRange)
        case .stored: break
        }
        let wanted = request.sampleBits
        if bits > wanted { steps.append(.reducedBits(from: bits, to: wanted)) }
        if bits < wanted { steps.append(.spreadBits(from: bits, to: wanted)) }
        return steps
    }
}

extension StoredPixels.Colours {
    fileprivate var ofHeader: SourceHeader.Colour {
        switch self {
        case .grey: .grey
        case .rgb: .rgb
        case .cmyk: .cmyk
        }
    }
}

/// The resolution that the header of a file states, in pixels per millimetre.
package struct ScanResolution {
    let across: Double
    let down: Double

    package init(across: Double, down: Double) {
        (self.across, self.down) = (across, down)
    }

    /// The lowest resolution of a scan, in dots per inch. Programs write 72 or 96 by default, and
    /// libvips reports 25.4 for a file without a resolution.
    private static let minimumDensity = 100.0

    /// The micrometres that a pixel of a scan covers; `nil` if the resolution is too low for a
    /// scan, or differs between the two directions.
    package var micronsPerPixel: Double? {
        let density = across * 25.4
        guard density.isFinite, density >= Self.minimumDensity,
            abs(across - down) <= across * 0.005
        else { return nil }
        return 1000 / across
    }
}
