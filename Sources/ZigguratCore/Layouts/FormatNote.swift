/// Advice of a built-in layout or container to the publisher of a bundle.
package enum FormatNote: Hashable, Sendable {
    /// The IIIF documents contain the address of a local preview, because the base address is
    /// missing.
    case localAddresses
    /// Map programs expect padded TMS tiles, but these tiles are cropped.
    case croppedForWebViewers
    /// Zoomify clients disagree about the tiles of images of this size. The export suits only the
    /// clients with the given rounding.
    case ambiguousRounding(PixelSize, LevelRounding)
    /// The image exceeds the limit of the format, or the memory for its encoder. The largest level
    /// is therefore a reduction.
    case reduced(to: PixelSize, limit: Int, encodesStrips: Bool)
    /// Browsers may fail to show an image of this size.
    case tooLargeForBrowsers(PixelSize)
    /// The size of a pixel on the specimen is unknown, so viewers cannot measure lengths.
    case unknownPixelSize
    /// The image has no geographic coordinates, so map clients show it in the north-west.
    case notGeographic
}

/// A layout with advice for the publisher of a bundle.
package protocol AdvisingLayout: Layout {
    func makeNotes(on bundle: BundleDescription) -> [FormatNote]
}

extension Layout {
    package func notes(on bundle: BundleDescription) -> [FormatNote] {
        (self as? any AdvisingLayout)?.makeNotes(on: bundle) ?? []
    }
}
