package import ZigguratCore

/// The image in a preview of a link to a page, which other sites show.
package struct PageCard: Hashable, Sendable {
    /// The path relative to the page, not percent-encoded.
    package let path: String
    package let size: PixelSize

    /// The least width of a large preview. Social networks show a narrower image as a small square
    /// beside the text.
    private static let largeWidth = 600

    package init(path: String, size: PixelSize) {
        (self.path, self.size) = (path, size)
    }

    var isLarge: Bool { size.width >= Self.largeWidth && size.height >= Self.largeWidth / 2 }
}
