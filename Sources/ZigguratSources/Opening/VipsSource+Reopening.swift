internal import CVips
internal import ZigguratCore
internal import ZigguratDecoders
internal import ZigguratImaging
internal import ZigguratSystem

/// Functions that open a file again, after its header has shown that another image in the file is
/// needed.
extension VipsSource {
    /// The smallest level in the file that is large enough for a request; `nil` if the image has to
    /// be read at full resolution.
    package static func level(
        of image: VipsImage, _ choice: Decoders.Choice,
        _ settings: DecodePlan.Settings, _ request: SourceRequest
    ) throws(ZigguratError) -> StoredLevel? {
        guard settings.level == nil, settings.associatedImage == nil else { return nil }
        let orientation = Orientation(exif: image.orientation)
            .followed(by: Orientation(request.rotation))
        let whole = orientation.turned(image.size)
        // ``DecodePlan`` rejects regions outside the image.
        guard request.crop?.isWithin(whole) != false else { return nil }
        let part = request.crop?.size ?? whole
        let target = DecodePlan.reduced(
            part, request, bytesPerPixel: image.bands * (try image.bytesPerSample()))
        guard target != part else { return nil }
        // The size is rounded down, as the sizes of levels are.
        let needed = orientation.turned(
            PixelSize(
                width: whole.width * target.width / part.width,
                height: whole.height * target.height / part.height))
        let levels = choice.image.levels(of: image, settings) { settings throws(ZigguratError) in
            try VipsImage.open(choice, settings, sequential: true)
        }
        return levels.last { $0.size.width >= needed.width && $0.size.height >= needed.height }
    }

    /// Returns a slide, or the associated image of the slide that the request selects.
    static func slide(
        _ choice: Decoders.Choice, _ settings: DecodePlan.Settings, _ image: VipsImage,
        _ request: SourceRequest
    ) throws(ZigguratError) -> (DecodePlan.Settings, VipsImage) {
        guard let name = request.associatedImage else { return (settings, image) }
        let names = image.associatedImages
        guard names.contains(name) else {
            throw ZigguratError(
                SourceError.noSuchAssociatedImage(name, available: names), choice.image.file.path)
        }
        var settings = settings
        settings.associatedImage = name
        return (settings, try VipsImage.open(choice, settings, sequential: true))
    }

    /// Opens a drawing again in the size that fits into a box.
    static func fitted(
        _ choice: Decoders.Choice, _ settings: DecodePlan.Settings, _ image: VipsImage,
        _ request: SourceRequest, into fit: PixelSize
    ) throws(ZigguratError) -> (DecodePlan.Settings, VipsImage) {
        let box = Orientation(request.rotation).turned(fit)
        var factor = min(
            Double(box.width) / Double(image.width), Double(box.height) / Double(image.height))
        while true {
            var fitted = settings
            fitted.dotsPerInch = settings.dotsPerInch.map { $0 * factor }
            let drawing = try VipsImage.open(choice, fitted, sequential: true)
            if drawing.width <= box.width && drawing.height <= box.height {
                return (fitted, drawing)
            }
            // The factor is not exact, because it is computed from rounded sizes.
            factor *= 1 - 0.5 / Double(max(drawing.width, drawing.height))
        }
    }
}
