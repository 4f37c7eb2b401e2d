internal import CVips
internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// A file that was just opened: what its header says, and what follows from it for a request.
struct SourceOpening {
    private let path: String
    let request: SourceRequest
    private let trust: SourceTrust
    let loading: LoadingOptions
    let picture: VipsImage
    private let format: String
    /// The one that is applied, or kept.
    let profile: ColourProfile?
    private let pages: Int

    init(_ path: String, _ request: SourceRequest, _ trust: SourceTrust) throws(ZigguratError) {
        var loading = LoadingOptions()
        loading.allowsUntrusted = trust.allowsUntrusted
        loading.allowsTruncated = trust.allowsTruncated
        var picture = try VipsImage.open(path, loading, sequential: true)
        let format = Self.format(ofLoader: picture.text("vips-loader") ?? "unknown")
        // Of a TIFF libvips fills nothing, and libtiff does.
        if format == "tiff" { loading.allowsTruncated = false }
        pages = try Self.pages(of: picture, format, path, loading)
        if let page = request.page {
            guard (1...pages).contains(page) else {
                throw ZigguratError(
                    .invalidOptions, path,
                    "it has no page \(page)\(pages == 1 ? "" : ", only 1 to \(pages)")",
                    remedy: "choose another one with --page")
            }
            loading.page = page - 1
        }
        let density = LoadingOptions.defaultDensities[format].map { request.density ?? $0 }
        loading.dotsPerInch = density
        if loading.page ?? 0 > 0 || density != nil {
            picture = try VipsImage.open(path, loading, sequential: true)
        }
        if density != nil, let fit = request.fit, request.crop == nil {
            (loading, picture) = try Self.fitted(path, loading, picture, request, into: fit)
        }
        if picture.isSlide {
            (loading, picture) = try Self.slide(path, loading, picture, request)
        } else if let name = request.associatedImage {
            throw ZigguratError(
                .invalidOptions, path, "it is no slide, and has no image “\(name)”",
                remedy: "leave it out")
        }
        self.path = path
        self.request = request
        self.trust = trust
        self.loading = loading
        self.picture = picture
        self.format = format
        profile = ColourProfile(of: picture).flatMap { $0.changesPixels ? $0 : nil }
    }

    var storedSize: PixelSize { PixelSize(width: picture.width, height: picture.height) }

    func recipe() throws(ZigguratError) -> ReadingRecipe {
        guard storedSize.pixelCount <= trust.pixelLimit else {
            throw ZigguratError(
                .invalidSource, "",
                "its header says \(storedSize), which is more than \(trust.pixelLimit) pixels",
                remedy: "allow more with --max-pixels if that is what the picture has")
        }
        return try ReadingRecipe(
            request, loading: loading, storedSize: storedSize,
            exifOrientation: picture.orientation,
            bytesPerPixel: picture.bands * ((bitsPerSample() + 7) / 8),
            isFilled: trust.allowsTruncated && TruncationCheck.endsEarly(path))
    }

    func header(_ recipe: ReadingRecipe) throws(ZigguratError) -> SourceHeader {
        let colour = colour()
        guard request.colour == .srgb || colour != .cmyk else {
            throw ZigguratError(
                .invalidOptions, "", "its CMYK colours cannot be kept: tiles are RGB or grey",
                remedy: "leave out --color keep")
        }
        let bands = (colour == .grey ? 1 : 3) + (picture.hasAlpha ? 1 : 0)
        let spoolBytes = RowSpool.byteCount(
            recipe.size, bytesPerPixel: bands * request.sampleBits / 8)
        let needsFile =
            !recipe.orientation.keepsRowOrder && spoolBytes > RowSpool.memoryLimit
        return SourceHeader(
            format: format, size: recipe.size, bands: picture.bands,
            bitsPerSample: try bitsPerSample(), colour: colour, hasAlpha: picture.hasAlpha,
            hasProfile: hasProfile, orientation: picture.orientation, pages: pages,
            page: (loading.page ?? 0) + 1, conversions: try conversions(recipe),
            metadata: request.showsMetadata ? try picture.metadata() : SourceMetadata(),
            temporaryBytes: needsFile ? spoolBytes : 0,
            decoderBytes: try decoderBytes(),
            profileBytes: request.colour == .keep ? profile?.data.count : nil,
            micronsPerPixel: micronsPerPixel(recipe),
            associatedImages: request.associatedImage == nil ? picture.furtherImages : nil,
            background: request.associatedImage == nil ? picture.slideBackground : nil)
    }

    var hasProfile: Bool { profile != nil }

    private func decoderBytes() throws(ZigguratError) -> Int? {
        var status = stat()
        return DecoderMemory.byteCount(
            of: picture, format, bytesPerSample: try (bitsPerSample() + 7) / 8,
            fileBytes: stat(path, &status) == 0 ? Int(status.st_size) : 0)
    }

    /// Of a pixel as it is exported.
    private func micronsPerPixel(_ recipe: ReadingRecipe) -> Double? {
        // A page of a PDF has a size on paper.
        let drawn = format == "pdf" ? loading.dotsPerInch.map { 25_400 / $0 } : nil
        guard request.associatedImage == nil,
            let microns = picture.micronsPerPixel ?? drawn ?? picture.scannedMicronsPerPixel
        else { return nil }
        let level = Double(picture.slideWidth ?? storedSize.width) / Double(storedSize.width)
        let region = recipe.storedRegion?.size ?? storedSize
        let reduction = Double(region.width) / Double(recipe.reducedSize?.width ?? region.width)
        return microns * level * reduction
    }

    func bitsPerSample() throws(ZigguratError) -> Int {
        switch picture.format {
        case VIPS_FORMAT_UCHAR, VIPS_FORMAT_CHAR: return 8
        case VIPS_FORMAT_USHORT, VIPS_FORMAT_SHORT: return 16
        case VIPS_FORMAT_UINT, VIPS_FORMAT_INT, VIPS_FORMAT_FLOAT: return 32
        case VIPS_FORMAT_DOUBLE: return 64
        default:
            throw ZigguratError(
                .invalidSource, "", "its samples are complex numbers, not a picture")
        }
    }

    func colour() -> SourceHeader.Colour {
        switch picture.interpretation {
        case VIPS_INTERPRETATION_B_W, VIPS_INTERPRETATION_GREY16: .grey
        case VIPS_INTERPRETATION_sRGB, VIPS_INTERPRETATION_RGB, VIPS_INTERPRETATION_RGB16,
            VIPS_INTERPRETATION_scRGB:
            .rgb
        case VIPS_INTERPRETATION_CMYK: .cmyk
        case VIPS_INTERPRETATION_LAB, VIPS_INTERPRETATION_LABQ, VIPS_INTERPRETATION_LABS: .lab
        default: .other
        }
    }

    /// `jpegload_source` → `jpeg`.
    private static func format(ofLoader loader: String) -> String {
        guard let end = loader.firstRange(of: "load") else { return loader }
        return String(loader[..<end.lowerBound])
    }
}
