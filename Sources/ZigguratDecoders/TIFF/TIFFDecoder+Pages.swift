internal import CImageFormats
internal import CVips
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// Access to pages, levels and masks. ``TIFFContents`` assigns the roles.
extension TIFFImage {
    /// The place of the image that settings select; `nil` if the image is missing.
    func place(_ settings: DecodePlan.Settings) -> TIFFPlace? { imageList?.place(settings) }

    /// Opens the image that settings select; `nil` if the image cannot be read.
    func handle(_ settings: DecodePlan.Settings) -> TIFFHandle? {
        guard let place = place(settings) else { return nil }
        return try? TIFFHandle(file, offset: place.offset)
    }

    func ignoresColour(_ settings: DecodePlan.Settings) -> Bool {
        guard let place = place(settings) else { return false }
        return TIFFDirectory(file, at: place.offset)?.hasOtherColour == true
    }

    var pages: [Int]? { imageList?.pages.map(\.number) }

    /// Rejects a file that is only a preview, and a truncated file, whose number of pages is
    /// unknown. A request for one page does not fail if the page is before the missing directory.
    func checkPages(allowsDamaged: Bool) throws(ZigguratError) {
        guard let imageList else { return }
        if imageList.isTruncated, !allowsDamaged {
            throw ZigguratError(SourceError.truncated(row: nil, of: nil), file.path)
        }
        guard imageList.isPreview else { return }
        throw ZigguratError(SourceError.reducedImage, file.path)
    }

    /// The levels of a page that have the page's pixel format and are smaller by a whole factor.
    func levels(
        of image: VipsImage, _ settings: DecodePlan.Settings,
        open: (DecodePlan.Settings) throws(ZigguratError) -> VipsImage
    ) -> [StoredLevel] {
        guard let page = imageList?.pages.first(where: { $0.number == settings.page ?? 0 }) else {
            return []
        }
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

    var mayHaveLevels: Bool {
        guard let imageList else { return true }
        return imageList.pages.first?.levels.isEmpty == false
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
