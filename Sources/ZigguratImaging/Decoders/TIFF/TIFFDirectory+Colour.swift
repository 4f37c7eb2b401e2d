/// Colours that the tags of a TIFF state.
///
/// Source: TIFF 6.0, section 20 (TransferFunction, PrimaryChromaticities); Exif 2.32, 4.6.3.
extension TIFFDirectory {
    /// Whether colours are stated to be other ones than those of sRGB.
    var hasOtherColour: Bool { hasOtherPrimaries || hasOtherCurve || isAdobeRGB }

    /// Chromaticities are rounded to two or three digits.
    private static var tolerance: Double { 0.006 }

    private var hasOtherPrimaries: Bool {
        let primaries = fractions(319, count: 6)
        return !primaries.isEmpty
            && zip(primaries, CodedColour.common.dropFirst(2))
                .contains { abs($0 - $1) > Self.tolerance }
    }

    /// Whether the table of light is far from the curve of sRGB, which is near that of most screens.
    private var hasOtherCurve: Bool {
        guard let bits = number(258), (1...16).contains(bits), number(262) != 3 else {
            return false
        }
        let curve = numbers(301, atMost: 1 << bits)
        guard curve.count == 1 << bits else { return false }
        // Light at the middle sample.
        let middle = Double(curve[curve.count / 2]) / 65_535
        return !(0.17...0.27).contains(middle)
    }

    private var isAdobeRGB: Bool {
        // The directories of Exif, and of its interoperability.
        guard let exif = number(34_665).flatMap(directory(at:)),
            let interoperability = exif.number(40_965).flatMap(exif.directory(at:))
        else { return false }
        return interoperability.numbers(1, atMost: 3).elementsEqual("R03".utf8.map { Int($0) })
    }
}
