internal import CVips
internal import ZigguratCore

/// A file that was just opened: what its header says, and what follows from it for a request.
struct SourceOpening {
    private let request: SourceRequest
    private let trust: SourceTrust
    private let loading: LoadingOptions
    private let picture: VipsPicture
    private let format: String
    /// The one that is applied, or kept.
    private let profile: ColourProfile?
    private let pages: Int
    /// Whether something of the file is missing, and that is allowed.
    private let isFilled: Bool

    init(_ path: String, _ request: SourceRequest, _ trust: SourceTrust) throws(ZigguratError) {
        var loading = LoadingOptions()
        loading.allowsUntrusted = trust.allowsUntrusted
        loading.allowsTruncated = trust.allowsTruncated
        var picture = try VipsPicture.open(path, loading, sequential: true)
        let format = Self.format(ofLoader: picture.text("vips-loader") ?? "unknown")
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
            picture = try VipsPicture.open(path, loading, sequential: true)
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
        self.request = request
        self.trust = trust
        self.loading = loading
        self.picture = picture
        self.format = format
        profile = ColourProfile(of: picture).flatMap { $0.changesPixels ? $0 : nil }
        isFilled = trust.allowsTruncated && TruncationCheck.endsEarly(path)
    }

    private var storedSize: PixelSize { PixelSize(width: picture.width, height: picture.height) }

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
            bytesPerPixel: picture.bands * ((bitsPerSample() + 7) / 8))
    }

    func header(_ recipe: ReadingRecipe) throws(ZigguratError) -> SourceHeader {
        let colour = colour()
        guard request.colour == .srgb || colour != .cmyk else {
            throw ZigguratError(
                .invalidOptions, "", "its CMYK colours cannot be kept: tiles are RGB or grey",
                remedy: "leave out --color keep")
        }
        let bands = (colour == .grey ? 1 : 3) + (picture.hasAlpha ? 1 : 0)
        let spoolBytes = PictureSpool.byteCount(
            recipe.size, bytesPerPixel: bands * request.sampleBits / 8)
        let needsFile =
            !recipe.orientation.keepsRowOrder && spoolBytes > PictureSpool.memoryLimit
        return SourceHeader(
            format: format, size: recipe.size, bands: picture.bands,
            bitsPerSample: try bitsPerSample(), colour: colour, hasAlpha: picture.hasAlpha,
            hasProfile: hasProfile, orientation: picture.orientation, pages: pages,
            page: (loading.page ?? 0) + 1, conversions: try conversions(recipe),
            metadata: request.showsMetadata ? picture.metadata : SourceMetadata(),
            temporaryBytes: needsFile ? spoolBytes : 0, decoderBytes: try decoderBytes(),
            profileBytes: request.colour == .keep ? profile?.data.count : nil,
            micronsPerPixel: micronsPerPixel(recipe),
            associatedImages: request.associatedImage == nil ? picture.furtherImages : nil)
    }

    private var hasProfile: Bool { profile != nil }

    /// What libvips' loaders keep of a picture that they cannot decode row by row: of a progressive
    /// JPEG its coefficients, of everything else its pixels.
    private func decoderBytes() throws(ZigguratError) -> Int? {
        let samples = storedSize.pixelCount * picture.bands
        if zig_image_has(picture.pointer, "interlaced") != 0, format == "jpeg" {
            return 2 * samples
        }
        let isWhole =
            ["gif", "heif", "jxl", "magick", "webp"].contains(format)
            || zig_image_has(picture.pointer, "interlaced") != 0
        return isWhole ? samples * ((try bitsPerSample() + 7) / 8) : nil
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

    /// One step a sentence, in the order in which a person would tell them.
    private func conversions(_ recipe: ReadingRecipe) throws(ZigguratError) -> [String] {
        var steps: [String] = []
        if isFilled { steps.append("filled with one colour where the file ends early") }
        if let name = loading.associatedImage { steps.append("the slide's image “\(name)”") }
        if let level = loading.level, level > 0 {
            steps.append("read from level \(level) of the slide, which is large enough")
        }
        if let density = loading.dotsPerInch {
            steps.append("drawn at \(Int(density.rounded())) dots an inch")
        }
        if picture.orientation != 1 {
            steps.append("turned upright (Exif orientation \(picture.orientation))")
        }
        if request.rotation != .none {
            steps.append("rotated by \(request.rotation.rawValue)° clockwise")
        }
        if let crop = request.crop {
            let upright = recipe.orientation.turned(storedSize)
            steps.append("cut out of \(upright) pixels at \(crop.x),\(crop.y)")
        }
        let bits = try bitsPerSample()
        if let profile, request.colour == .keep {
            steps.append(
                "left in the colours of its profile, which every tile carries "
                    + "(\(profile.data.count) bytes)")
        } else if hasProfile {
            let intent =
                request.intent == .relative ? "" : ", \(request.intent.rawValue) intent"
            steps.append("converted from the embedded colour profile to sRGB\(intent)")
        } else if colour() == .cmyk {
            steps.append("converted from CMYK to sRGB by a general press profile")
        } else if colour() == .lab {
            steps.append("converted from CIELAB to sRGB")
        }
        if !picture.hasOwnRange, let step = rangeStep() { steps.append(step) }
        let wanted = request.sampleBits
        if bits > wanted { steps.append("reduced from \(bits) to \(wanted) bits a sample") }
        if bits < wanted {
            steps.append("spread from \(bits) over \(wanted) bits a sample, which adds nothing")
        }
        if let size = recipe.reducedSize {
            let whole = request.crop?.size ?? recipe.orientation.turned(storedSize)
            steps.append("reduced from \(whole) to \(recipe.orientation.turned(size)) pixels")
        }
        return steps
    }

    private func rangeStep() -> String? {
        switch request.range {
        case .limits(let low, let high):
            "stretched: \(SampleRange.text(low)) becomes black, \(SampleRange.text(high)) white"
        case .automatic:
            "stretched to the range of its values, but for a thousandth at either end"
        case .stored where picture.takesValuesAsStored || picture.format == VIPS_FORMAT_USHORT:
            nil
        case .stored:
            "stretched to the range of its values: its numbers have none of their own"
        }
    }

    private func bitsPerSample() throws(ZigguratError) -> Int {
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

    private func colour() -> SourceHeader.Colour {
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

    /// How many pictures a file has. The pages of a TIFF are one picture where each is half as
    /// large as the one before: they are levels of its own pyramid.
    private static func pages(
        of picture: VipsPicture, _ format: String, _ path: String, _ loading: LoadingOptions
    ) throws(ZigguratError) -> Int {
        guard format == "tiff", picture.pages > 1 else { return picture.pages }
        var (width, height) = (picture.width, picture.height)
        for page in 1..<picture.pages {
            var loading = loading
            loading.page = page
            guard let smaller = try? VipsPicture.open(path, loading, sequential: true),
                abs(smaller.width - width / 2) <= 1, abs(smaller.height - height / 2) <= 1
            else {
                zig_error_clear()
                return picture.pages
            }
            (width, height) = (smaller.width, smaller.height)
        }
        return 1
    }

    /// A slide opened again where something else is wanted of it: one of its further images, or a
    /// smaller level.
    private static func slide(
        _ path: String, _ loading: LoadingOptions, _ picture: VipsPicture, _ request: SourceRequest
    ) throws(ZigguratError) -> (LoadingOptions, VipsPicture) {
        var loading = loading
        if let name = request.associatedImage {
            let names = picture.associatedImages
            guard names.contains(name) else {
                throw ZigguratError(
                    .invalidOptions, path, "the slide has no image “\(name)”",
                    remedy: names.isEmpty
                        ? "it has none but itself" : "it has \(names.joined(separator: ", "))")
            }
            loading.associatedImage = name
        } else {
            let whole = PixelSize(width: picture.width, height: picture.height)
            let turned = Orientation(request.rotation)
            let target = ReadingRecipe.reduced(
                turned.turned(whole), request, bytesPerPixel: picture.bands)
            guard request.crop == nil, target != turned.turned(whole) else {
                return (loading, picture)
            }
            loading.level = picture.slideLevel(for: turned.turned(target))
        }
        return (loading, try VipsPicture.open(path, loading, sequential: true))
    }

    /// A drawing opened again in the size that a box holds.
    private static func fitted(
        _ path: String, _ loading: LoadingOptions, _ picture: VipsPicture,
        _ request: SourceRequest, into fit: PixelSize
    ) throws(ZigguratError) -> (LoadingOptions, VipsPicture) {
        let box = Orientation(request.rotation).turned(fit)
        var factor = min(
            Double(box.width) / Double(picture.width), Double(box.height) / Double(picture.height))
        while true {
            var fitted = loading
            fitted.dotsPerInch = loading.dotsPerInch.map { $0 * factor }
            let drawing = try VipsPicture.open(path, fitted, sequential: true)
            if drawing.width <= box.width && drawing.height <= box.height {
                return (fitted, drawing)
            }
            // Sizes are whole numbers, and were rounded before.
            factor *= 1 - 0.5 / Double(max(drawing.width, drawing.height))
        }
    }
}
