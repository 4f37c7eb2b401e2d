package import ZigguratCore
internal import ZigguratSystem

/// The sizes that decoders accept, whatever a header states.
extension PixelSize {
    /// The longest side of a source. A row of 16 bytes a pixel then has fewer than 2³¹ bytes.
    package static let longestSourceSide = 100_000_000
    /// Products with samples, bytes and factors of memory then fit into an `Int`.
    private static let mostSourcePixels = 1 << 48

    /// Whether a decoder can compute with the size.
    package var isReadable: Bool {
        min(width, height) >= 1 && longSide <= Self.longestSourceSide
            && pixelCount <= Self.mostSourcePixels
    }

    /// Throws ``SourceFailure/sides(width:height:)`` if no decoder can compute with the size.
    func checkReadable() throws(ZigguratError) {
        guard isReadable else {
            throw ZigguratError(SourceFailure.sides(width: width, height: height))
        }
    }
}
