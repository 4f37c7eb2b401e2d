package import ZigguratCore

/// The image that other sites show in a preview of a link to a page.
package struct PageCard: Hashable, Sendable {
    /// Relative to the page, not percent-encoded.
    package let path: String
    package let size: PixelSize

    /// Networks show a narrower image as a small square beside the text.
    private static let largeWidth = 600

    package init(path: String, size: PixelSize) {
        (self.path, self.size) = (path, size)
    }

    var isLarge: Bool { size.width >= Self.largeWidth && size.height >= Self.largeWidth / 2 }
}
