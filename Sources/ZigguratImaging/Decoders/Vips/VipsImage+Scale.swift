internal import CVips

extension VipsImage {
    /// The micrometres that a pixel of a scan covers; `nil` if the file's resolution was not
    /// measured.
    ///
    /// Scanners and archives write TIFF. In other formats, and in photographs, which have an exposure
    /// time, the resolution is a suggestion for printing.
    var scannedMicronsPerPixel: Double? {
        guard decoder.traits.statesScanResolution, !has("exif-ifd2-ExposureTime") else {
            return nil
        }
        return ScanResolution(across: pointer.pointee.Xres, down: pointer.pointee.Yres)
            .micronsPerPixel
    }
}
