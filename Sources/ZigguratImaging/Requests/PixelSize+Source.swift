package import ZigguratCore
package import ZigguratSystem

/// The sizes that decoders accept, independent of the header's values.
extension PixelSize {
    /// The longest side of a source, in pixels. At 16 bytes per pixel, a row then has fewer than
    /// 2³¹ bytes.
    package static let longestSourceSide = 100_000_000
    /// The largest number of pixels. Products with samples, bytes and memory factors then fit into
    /// an `Int`.
    private static let mostSourcePixels = 1 << 48

    /// Whether decoders can compute with the size.
    package var isReadable: Bool {
        min(width, height) >= 1 && longSide <= Self.longestSourceSide
            && pixelCount <= Self.mostSourcePixels
    }

    /// Throws ``SourceFailure/sides(width:height:)`` if decoders cannot compute with the size.
    package func checkReadable() throws(ZigguratError) {
        guard isReadable else {
            throw ZigguratError(SourceFailure.sides(width: width, height: height))
        }
    }
}
