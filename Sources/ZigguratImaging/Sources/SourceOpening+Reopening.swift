internal import CVips
internal import ZigguratCore
internal import ZigguratSystem

/// What it takes to open a file a second time, when its header says that something else of it is
/// wanted.
extension SourceOpening {
    /// How many pictures a file has. The pages of a TIFF, or of JPEG 2000, are one picture where each
    /// is half as large as the one before: they are levels of its own pyramid.
    static func pages(
        of picture: VipsImage, _ format: String, _ path: String, _ loading: LoadingOptions
    ) throws(ZigguratError) -> Int {
        guard ["tiff", "jp2k"].contains(format), picture.pages > 1 else { return picture.pages }
        var (width, height) = (picture.width, picture.height)
        for page in 1..<picture.pages {
            var loading = loading
            loading.page = page
            guard let smaller = try? VipsImage.open(path, loading, sequential: true),
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
    static func slide(
        _ path: String, _ loading: LoadingOptions, _ picture: VipsImage, _ request: SourceRequest
    ) throws(ZigguratError) -> (LoadingOptions, VipsImage) {
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
        return (loading, try VipsImage.open(path, loading, sequential: true))
    }

    /// A drawing opened again in the size that a box holds.
    static func fitted(
        _ path: String, _ loading: LoadingOptions, _ picture: VipsImage,
        _ request: SourceRequest, into fit: PixelSize
    ) throws(ZigguratError) -> (LoadingOptions, VipsImage) {
        let box = Orientation(request.rotation).turned(fit)
        var factor = min(
            Double(box.width) / Double(picture.width), Double(box.height) / Double(picture.height))
        while true {
            var fitted = loading
            fitted.dotsPerInch = loading.dotsPerInch.map { $0 * factor }
            let drawing = try VipsImage.open(path, fitted, sequential: true)
            if drawing.width <= box.width && drawing.height <= box.height {
                return (fitted, drawing)
            }
            // Sizes are whole numbers, and were rounded before.
            factor *= 1 - 0.5 / Double(max(drawing.width, drawing.height))
        }
    }
}
