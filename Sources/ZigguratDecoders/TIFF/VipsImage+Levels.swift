internal import CImageFormats
internal import CVips
internal import ZigguratImaging

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
