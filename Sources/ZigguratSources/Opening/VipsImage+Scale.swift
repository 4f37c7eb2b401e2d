internal import CVips
internal import ZigguratImaging

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
