/// The resolution that the header of a file states, in pixels per millimetre.
package struct ScanResolution {
    let across: Double
    let down: Double

    package init(across: Double, down: Double) {
        (self.across, self.down) = (across, down)
    }

    /// The lowest resolution of a scan, in dots per inch. Programs write 72 or 96 by default, and
    /// libvips reports 25.4 for a file without a resolution.
    private static let minimumDensity = 100.0

    /// The micrometres that a pixel of a scan covers; `nil` if the resolution is too low for a
    /// scan, or differs between the two directions.
    package var micronsPerPixel: Double? {
        let density = across * 25.4
        guard density.isFinite, density >= Self.minimumDensity,
            abs(across - down) <= across * 0.005
        else { return nil }
        return 1000 / across
    }
}
