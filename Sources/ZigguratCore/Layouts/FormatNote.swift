/// Advice of a built-in layout or container to the publisher of a bundle.
package enum FormatNote: Hashable, Sendable {
    /// The IIIF documents have the address of a local preview, since no base address is given.
    case localAddresses
    /// Programs for maps expect padded TMS tiles.
    case croppedForWebViewers
    /// Zoomify clients disagree on the tiles of images of this size; these tiles are for those that
    /// round as given.
    case ambiguousRounding(PixelSize, LevelRounding)
    /// The image is larger than the format, or the memory for its encoder, allows; the largest level
    /// is smaller.
    case reduced(to: PixelSize, limit: Int, encodesStrips: Bool)
    /// Browsers may fail to show an image of this size.
    case tooLargeForBrowsers(PixelSize)
    /// The size of a pixel on the specimen is unknown, so that viewers cannot measure lengths.
    case unknownPixelSize
    /// Map clients show the image, which has no geographic coordinates, in the north-west.
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
