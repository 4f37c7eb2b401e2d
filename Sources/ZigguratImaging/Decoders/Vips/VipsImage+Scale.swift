internal import CVips

extension VipsImage {
    /// Lower resolutions are not those of a scan: programs write 72 or 96 by default, and libvips
    /// reports 25.4 for a file without a resolution.
    private static let minimumScanDensity = 100.0

    /// The micrometres that a pixel of a scan covers; `nil` if the file's resolution was not
    /// measured.
    ///
    /// Scanners and archives write TIFF. In other formats, and in photographs, which have an exposure
    /// time, the resolution is a suggestion for printing.
    var scannedMicronsPerPixel: Double? {
        guard decoder.traits.statesScanResolution, !has("exif-ifd2-ExposureTime") else {
            return nil
        }
        let (across, down) = (pointer.pointee.Xres, pointer.pointee.Yres)
        let density = across * 25.4
        guard density.isFinite, density >= Self.minimumScanDensity,
            abs(across - down) <= across * 0.005
        else { return nil }
        return 1000 / across
    }
}
