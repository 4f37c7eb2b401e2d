internal import CVips
internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

extension VipsImage {
    /// The nickname of the loader that libvips chooses for a file, such as `jpegload`; `nil` if
    /// libvips does not recognise the file.
    ///
    /// - Precondition: libvips is started.
    static func loader(of path: String) -> String? {
        let name = try? VipsCall.run { zig_loader_nickname(path + "[]") }
        return name.map { String(cString: $0) }
    }

    /// Whether the installed libvips has the loader of a format. Some loaders are modules that may
    /// be missing.
    ///
    /// - Precondition: libvips is started.
    package static func hasLoader(of format: String) -> Bool {
        zig_loader_exists("\(format)load") != 0
    }

    /// Opens a file and reads its header.
    ///
    /// - Parameter sequential: whether pixels will be read once, from the top. If `false`, pixels
    ///   can be read in any order.
    package static func open(
        _ file: SourceFile, _ settings: DecodePlan.Settings = DecodePlan.Settings(),
        sequential: Bool
    ) throws(ZigguratError) -> VipsImage {
        try VipsRuntime.start()
        return try open(Decoders.choice(file), settings, sequential: sequential)
    }

    /// Opens a file whose decoder is known.
    static func open(
        _ choice: Decoders.Choice, _ settings: DecodePlan.Settings, sequential: Bool
    ) throws(ZigguratError) -> VipsImage {
        let path = choice.image.file.path
        let decoder = choice.decoder
        let isMagick = decoder is MagickDecoder
        let isAllowed = isMagick && settings.allowsImageMagick
        guard settings.allowsUntrusted || choice.isTrusted || isAllowed else {
            throw ZigguratError(SourceError.untrustedDecoder(format: decoder.format), path)
        }
        guard isAllowed || !isMagick else {
            let name = MagickDecoder.name(choice.image.file) ?? "such"
            throw ZigguratError(SourceError.needsImageMagick(format: name), path)
        }
        let image = try image(choice, settings, sequential: sequential)
        if settings.ignoresAlpha { return try image.withoutAlpha() }
        return try choice.image.mask(of: image, settings).map(image.masked) ?? image
    }

    /// Opens the image without the mask that the file stores apart.
    private static func image(
        _ choice: Decoders.Choice, _ settings: DecodePlan.Settings, sequential: Bool
    ) throws(ZigguratError) -> VipsImage {
        let (decoder, opened) = (choice.decoder, choice.image)
        let path = opened.file.path
        let isMagick = decoder is MagickDecoder
        if let image = try opened.image(settings) { return image }
        let fault = opened.loaderFault(settings)
        if case .unsupported(let failure) = fault { throw ZigguratError(failure, path) }
        guard let loader = choice.loader else {
            throw ZigguratError(SourceError.unknownFormat, path)
        }
        guard zig_loader_exists(loader) != 0 else {
            throw ZigguratError(SourceError.missingLoader(format: decoder.format), path)
        }
        let rows = try opened.rows(settings)
        let failOn =
            settings.allowsDamaged || rows != nil
            ? VIPS_FAIL_ON_NONE
            : opened.loader.warningsAreDamage ? VIPS_FAIL_ON_WARNING : VIPS_FAIL_ON_TRUNCATED
        let image: VipsImage
        do throws(DecoderMessages) {
            image = VipsImage(
                owning: try VipsCall.runRepeatable {
                    zig_image_open(
                        path, loader, sequential ? 1 : 0, failOn,
                        Int32(clamping: settings.page ?? -1),
                        (settings.dotsPerInch ?? 0) * (settings.unit ?? 1),
                        Int32(clamping: settings.level ?? -1), settings.levelOption.rawValue,
                        settings.associatedImage)
                })
        } catch {
            // ImageMagick's message contains no reason.
            throw isMagick
                ? ZigguratError(SourceError.unsupported(.magick), path)
                : ZigguratError.unopened(path, opened.openingCause ?? error.cause)
        }
        if let opacity = opened.loader.premultipliedOpacity {
            image.markPremultiplied(opacity: opacity)
        }
        if !opened.loader.hasAlpha { return try image.bands(0, count: 3) }
        // Packed samples, as in Radiance files, are unpacked.
        var plain = try image.applying("decode") { zig_image_decode($0, $1) }
        if let colour = opened.statedColour {
            plain = try plain.with(profile: colour.profile)
        }
        if let orientation = opened.statedOrientation {
            plain = try plain.with(orientation: orientation)
        }
        if isMagick { return try MagickDecoder.corrected(plain) }
        // The least signed value becomes the greatest value.
        if case .whiteIsZero = fault {
            return try plain.applying("linear") { zig_image_stretch($0, $1, -1, -1, plain.format) }
        }
        if let rows, let own = try plain.replacingPixels(by: rows) { return own }
        guard case .surplusBands(let colours, let alpha) = fault, plain.bands > colours else {
            return plain
        }
        let bare = try plain.bands(0, count: colours)
        guard let alpha, alpha < plain.bands else { return bare }
        return try bare.joined(with: plain.bands(alpha, count: 1))
    }
}

extension VipsImage {
    /// The micrometres that a pixel of a scan covers; `nil` if the file's resolution was not
    /// measured.
    ///
    /// Scanners and archives write TIFF. In other formats, and in photographs, which have an exposure
    /// time, the resolution is a suggestion for printing.
    func scannedMicronsPerPixel(_ traits: LoaderTraits) -> Double? {
        guard traits.statesScanResolution, !has("exif-ifd2-ExposureTime") else {
            return nil
        }
        return ScanResolution(across: pointer.pointee.Xres, down: pointer.pointee.Yres)
            .micronsPerPixel
    }
}
