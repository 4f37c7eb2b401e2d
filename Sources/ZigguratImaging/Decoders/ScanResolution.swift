/// The resolution that the header of a file states, in pixels a millimetre.
struct ScanResolution {
    let across: Double
    let down: Double

    /// Lower resolutions are not those of a scan: programs write 72 or 96 by default, and libvips
    /// reports 25.4 for a file without a resolution. In dots an inch.
    private static let minimumDensity = 100.0

    /// The micrometres that a pixel of a scan covers; `nil` if the resolution was not measured.
    var micronsPerPixel: Double? {
        let density = across * 25.4
        guard density.isFinite, density >= Self.minimumDensity,
            abs(across - down) <= across * 0.005
        else { return nil }
        return 1000 / across
    }
}
