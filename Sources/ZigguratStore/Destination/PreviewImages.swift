package import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

/// Larger versions of the thumbnail, as JPEG. Each version is a whole level, so no version is
/// resampled.
package struct PreviewImages: Hashable, Sendable, Codable {
    /// The image for dense screens; `nil` if the thumbnail has the size of the image.
    ///
    /// Its level has twice the size of the thumbnail, or four times for a panorama, whose thumbnail
    /// is low.
    package let largeThumbnail: SizedImage?
    /// The image for the densest screens, such as phones; `nil` if the image is small, or the large
    /// thumbnail or the image for link previews has its size.
    package let denseThumbnail: SizedImage?
    /// The image for link previews; `nil` for narrow or very tall images, or if the export's public
    /// address is unknown.
    package let card: SizedImage?
    /// The mean colour of the image, `#rrggbb`. Pages show it until the thumbnail arrives.
    package var colour: String?

    /// The longest side of the thumbnail, in pixels.
    package static let thumbnailSide = 512
    private static let largeThumbnailSide = 2 * thumbnailSide
    /// The longest side of the thumbnail for the densest screens. A card on a phone is up to 400 CSS
    /// pixels wide, which are 1200 pixels.
    private static let denseThumbnailSide = 4 * thumbnailSide
    /// The longest side of the largest image without a thumbnail for the densest screens, in pixels.
    /// For larger images, this thumbnail has at most a sixteenth of the pixels, so an export takes
    /// hardly longer.
    private static let smallImageSide = 2 * denseThumbnailSide
    /// The smallest width of the thumbnail for the densest screens. Narrower images are cropped in
    /// the gallery.
    private static let denseThumbnailWidth = thumbnailSide
    /// The largest size of a panorama's large thumbnail, which fills a row of the gallery.
    private static let panorama = (width: 2048, height: 256)
    /// The width that social networks recommend, in pixels. The level has less than twice this
    /// width.
    private static let cardWidth = 1200
    private static let tallestCard = 4096

    /// - Parameters:
    ///   - folder: the folder of the thumbnail in the export, with a trailing slash; or empty.
    ///   - hasCard: whether to create an image for link previews.
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
        let card = hasCard && hasFittingSize ? image("card.jpg", size) : nil
        let dense = imageSize.level { $0.longSide <= Self.denseThumbnailSide }
        let isUseful =
            imageSize.longSide > Self.smallImageSide && dense.longSide > large.longSide
            && dense.width >= Self.denseThumbnailWidth && dense.width != card?.width
        denseThumbnail = isUseful ? image("thumbnail-dense.jpg", dense) : nil
        self.card = card
    }

    private init() { (largeThumbnail, denseThumbnail, card) = (nil, nil, nil) }

    /// A value without images or a mean colour.
    package static let none = PreviewImages()

    /// Returns the width of the thumbnail, in pixels.
    static func thumbnailWidth(of imageSize: PixelSize) -> Int {
        imageSize.level { $0.longSide <= thumbnailSide }.width
    }

    package var isEmpty: Bool { all.isEmpty && colour == nil }

    package var all: [SizedImage] { [largeThumbnail, denseThumbnail, card].compactMap(\.self) }

    /// The larger thumbnails, the smaller one first.
    fileprivate var thumbnails: [SizedImage] {
        let large = [largeThumbnail].compactMap(\.self)
        let dense = [denseThumbnail ?? card].compactMap(\.self)
        return large + dense.filter { $0.width > large.first?.width ?? 0 }
    }

    /// The best image for link previews.
    package var linkPreview: SizedImage? { card ?? largeThumbnail }

    /// Returns the images as levels of an image, with their paths.
    package func levels(of imageSize: PixelSize) -> [(image: ExtraImage, path: String)] {
        all.map { image in
            let longSide = max(image.width, image.height)
            // Dense screens hide the errors of a low quality.
            let quality = image == largeThumbnail ? 85 : 75
            return (ExtraImage(of: imageSize, longestSide: longSide, quality: quality), image.path)
        }
    }
}

extension ExportSettings {
}

extension GalleryEntry {
    /// Adds the shape, the larger images and the colour of an export.
    ///
    /// - Parameter folder: the path of the export.
    mutating func show(_ export: Manifest, in folder: String) {
        let previews = export.previews
        firstSize = export.image.size
        thumbnailWidth = PreviewImages.thumbnailWidth(of: export.image.size)
        largerThumbnails = (previews?.thumbnails ?? []).map { ("\(folder)/\($0.path)", $0.width) }
        colour = previews?.colour
        linkPreview = previews?.linkPreview.map { "\(folder)/\($0.path)" }
    }
}

extension PageCard {
    /// - Parameter folder: the relative path from the page to the export's folder, with a trailing
    ///   slash.
    package init(_ image: SizedImage, in folder: String) {
        self.init(
            path: folder + Path.name(of: image.path),
            size: PixelSize(width: image.width, height: image.height))
    }
}

extension PixelSize {
    /// Returns the largest level that meets a condition.
    fileprivate func level(where fits: (PixelSize) -> Bool) -> PixelSize {
        var scaleFactor = 1
        while !fits(reduced(by: scaleFactor)) { scaleFactor *= 2 }
        return reduced(by: scaleFactor)
    }
}
