/// Adds bands to pixels: copies grey to red, green and blue, and adds opaque alpha.
package enum BandSpreading {
    /// Copies pixels of 1 to 4 bands to pixels with an equal or larger number of bands.
    ///
    /// - Parameters:
    ///   - storedBands: the number of bands of a source pixel.
    ///   - bands: the number of bands of a target pixel.
    package static func spread<Sample: FixedWidthInteger>(
        _ stored: UnsafePointer<Sample>, _ storedBands: Int,
        over target: UnsafeMutablePointer<Sample>, _ bands: Int, count: Int
    ) {
        let colours = bands < 3 ? 1 : 3
        for pixel in 0..<count {
            let (from, to) = (stored + pixel * storedBands, target + pixel * bands)
            for colour in 0..<colours { to[colour] = from[storedBands < 3 ? 0 : colour] }
            guard bands > colours else { continue }
            to[colours] = storedBands % 2 == 0 ? from[storedBands - 1] : .max
        }
    }
}
