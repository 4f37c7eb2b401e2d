package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

/// Larger versions of the thumbnail, as JPEG. Each is a whole level, so that none is resampled.
package struct PreviewImages: Hashable, Sendable, Codable {
    /// For dense screens: the level of twice the size of the thumbnail, or of four times for a
    /// panorama, whose thumbnail is low; `nil` if the thumbnail has the size of the image.
    package let largeThumbnail: SizedImage?
    /// For link previews; `nil` for narrower or very tall images, and if the export's address is
    /// unknown.
    package let card: SizedImage?
    /// The mean colour of the image, `#rrggbb`, which pages show until its thumbnail arrives.
    package var colour: String?

    /// The longest side of the thumbnail.
    package static let thumbnailSide = 512
    private static let largeThumbnailSide = 2 * thumbnailSide
    /// The largest size of the large thumbnail of a panorama, which fills a row of the gallery.
    private static let panorama = (width: 2048, height: 256)
    /// The width that networks recommend. The level has less than twice this width.
    private static let cardWidth = 1200
    private static let tallestCard = 4096

    /// - Parameters:
    ///   - folder: that of the thumbnail in the export, with a slash at the end; or empty.
    ///   - hasCard: whether an image for link previews is wanted.
    package init(of imageSize: PixelSize, folder: String, hasCard: Bool) {
        func image(_ name: String, _ size: PixelSize) -> SizedImage {
            SizedImage(path: folder + name, width: size.width, height: size.height)
        }
        let large = imageSize.level {
            $0.longSide <= Self.largeThumbnailSide
                || $0.width <= Self.panorama.width && $0.height <= Self.panorama.height
        }
        largeThumbnail =
            large.longSide > Self.thumbnailSide ? image("thumbnail-large.jpg", large) : nil
        var size = imageSize
        if hasCard, size.width >= Self.cardWidth {
            size = imageSize.level { $0.reduced(by: 2).width < Self.cardWidth }
        }
        let hasFittingSize = size.width >= Self.cardWidth && size.height <= Self.tallestCard
        card = hasCard && hasFittingSize ? image("card.jpg", size) : nil
    }

    private init() { (largeThumbnail, card) = (nil, nil) }

    /// No images, only the mean colour.
    package static let none = PreviewImages()

    /// The width of the thumbnail.
    static func thumbnailWidth(of imageSize: PixelSize) -> Int {
        imageSize.level { $0.longSide <= thumbnailSide }.width
    }

    package var isEmpty: Bool { all.isEmpty && colour == nil }

    package var all: [SizedImage] { [largeThumbnail, card].compactMap(\.self) }

    /// The best image for link previews.
    package var linkPreview: SizedImage? { card ?? largeThumbnail }

    /// The images as levels of an image, with their paths.
    package func levels(of imageSize: PixelSize) -> [(image: ExtraImage, path: String)] {
        all.map { image in
            let longSide = max(image.width, image.height)
            let quality = image == card ? 75 : 85
            return (ExtraImage(of: imageSize, longestSide: longSide, quality: quality), image.path)
        }
    }
}

extension ExportSettings {
}

extension GalleryEntry {
    /// Shows the shape, the larger images and the colour of an export.
    ///
    /// - Parameter folder: the path of the export.
    mutating func show(_ export: Manifest, in folder: String) {
        let previews = export.previews
        firstSize = export.image.size
        thumbnailWidth = PreviewImages.thumbnailWidth(of: export.image.size)
        largeThumbnail = previews?.largeThumbnail.map { ("\(folder)/\($0.path)", $0.width) }
        colour = previews?.colour
        linkPreview = previews?.linkPreview.map { "\(folder)/\($0.path)" }
    }
}

extension PageCard {
    /// - Parameter folder: the path of the export's folder from the page, with a slash at the end.
    package init(_ image: SizedImage, in folder: String) {
        self.init(
            path: folder + Path.name(of: image.path),
            size: PixelSize(width: image.width, height: image.height))
    }
}

extension PixelSize {
    /// The largest level that fits.
    fileprivate func level(where fits: (PixelSize) -> Bool) -> PixelSize {
        var scaleFactor = 1
        while !fits(reduced(by: scaleFactor)) { scaleFactor *= 2 }
        return reduced(by: scaleFactor)
    }
}
