internal import CVips
internal import ZigguratSystem

/// What a file says of the size of its pixels in the world.
extension VipsImage {
    /// Fewer dots an inch are no scan: programs write 72 or 96 where nobody measured anything, and
    /// libvips says 25.4 where a file says nothing.
    private static let fewest = 100.0

    /// The micrometres that a pixel of a scan covers; `nil` where that is not to be believed.
    ///
    /// Only TIFF is: it is what scanners write and archives keep, while the density of other files
    /// is what a program happened to put there. A photograph's density says how large it might be
    /// printed, and a camera tells of its exposure.
    var scannedMicronsPerPixel: Double? {
        guard text("vips-loader")?.hasPrefix("tiffload") == true,
            zig_image_has(pointer, "exif-ifd2-ExposureTime") == 0
        else { return nil }
        let (across, down) = (zig_image_get_xres(pointer), zig_image_get_yres(pointer))
        let density = across * 25.4
        guard density.isFinite, density >= Self.fewest, abs(across - down) <= across * 0.005
        else { return nil }
        return 1000 / across
    }
}
