internal import CImageFormats
internal import CVips
internal import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// Access to pages, levels and masks. ``TIFFContents`` assigns the roles.
extension TIFFDecoder {
    /// The place of the image that settings select; `nil` if the image is missing.
    package func place(_ path: String, _ settings: DecoderSettings) -> TIFFPlace? {
        (try? SourceFile(path: path)).flatMap { TIFFContents($0) }?.place(settings)
    }

    /// Opens the image that settings select; `nil` if the image cannot be read.
    func handle(_ path: String, _ settings: DecoderSettings) -> TIFFHandle? {
        guard let place = place(path, settings) else { return nil }
        return try? TIFFHandle(path: path, offset: place.offset)
    }

    package func ignoresColour(_ path: String, _ settings: DecoderSettings) -> Bool {
        guard let place = place(path, settings), let file = try? SourceFile(path: path) else {
            return false
        }
        return TIFFDirectory(file, at: place.offset)?.hasOtherColour == true
    }

    package func pages(_ path: String) -> [Int]? {
        (try? SourceFile(path: path)).flatMap { TIFFContents($0) }?.pages.map(\.number)
    }

    package func checkFirstImage(_ path: String) throws(ZigguratError) {
        guard let file = try? SourceFile(path: path), TIFFContents(file)?.isPreview == true else {
            return
        }
        throw ZigguratError(SourceFailure.reducedImage, path)
    }

    /// The levels of a page that have the page's pixel format and are smaller by a whole factor.
    package func levels(
        of image: VipsImage, _ path: String, _ settings: DecoderSettings,
        open: (DecoderSettings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel] {
        guard let file = try? SourceFile(path: path),
            let page = TIFFContents(file)?.pages.first(where: {
                $0.number == settings.page ?? 0
            })
        else { return [] }
        var levels: [StoredLevel] = []
        for candidate in page.levels.sorted(by: { $0.size.width > $1.size.width }) {
            var settings = settings
            (settings.level, settings.levelOption) = (candidate.number, candidate.option)
            guard candidate.size.width < levels.last?.size.width ?? image.width,
                let level = try? open(settings),
                level.isReduction(of: image)
            else { continue }
            levels.append(StoredLevel(settings: settings, size: level.size))
        }
        return levels
    }

    package func mayHaveLevels(_ path: String) -> Bool {
        guard let file = try? SourceFile(path: path), let contents = TIFFContents(file) else {
            return true
        }
        return contents.pages.first?.levels.isEmpty == false
    }
}

extension VipsImage {
    /// Whether this image is another image, reduced by a whole factor. The sides may be rounded up
    /// or down.
    func isReduction(of image: VipsImage) -> Bool {
        let factor = (image.width + width / 2) / width
        return factor > 1 && abs(width * factor - image.width) < factor
            && abs(height * factor - image.height) < factor && bands == image.bands
            && format == image.format && interpretation == image.interpretation
            && orientation == image.orientation && profile == image.profile
    }

    /// Sets the orientation and the resolution. The image must not be in use yet.
    func set(_ fields: zig_tiff_header) {
        zig_image_set_int(pointer, VIPS_META_ORIENTATION, Int32(fields.orientation))
        pointer.pointee.Xres = Double(fields.pixels_across_millimetre)
        pointer.pointee.Yres = Double(fields.pixels_down_millimetre)
    }
}
