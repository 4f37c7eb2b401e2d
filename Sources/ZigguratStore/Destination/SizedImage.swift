package import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The whole image at a requested width, for pages without a viewer.
package struct SizedImage: Hashable, Sendable, Codable {
    /// The path of the image, relative to the export.
    package let path: String
    /// The width of the image, in pixels.
    package let width: Int
    package let height: Int

    /// The longest side of an image, in pixels: the limit of JPEG.
    package static let maximumSide = TileFormat.jpeg.maximumSide
    /// The longest side of an image that is made from a level in memory, in pixels. The level has
    /// at most twice the size of the image. A larger image is made from the source's rows as they
    /// are decoded.
    package static let maximumSideInMemory = 4096

    /// Returns the images of some widths, the smallest first, and a note on the widths that are
    /// left out. A width is left out if the source is narrower or the image would be too tall.
    ///
    /// The height is ⌊H·width / W⌉, but at least 1.
    ///
    /// - Parameter bits: the bit depth of the tiles' samples. With 16 bits, rows cannot be
    ///   resampled for large images.
    package static func all(
        of imageSize: PixelSize, widths: [Int], name: String, folder: String, bits: Int
    ) -> (images: [SizedImage], note: ExportNote?) {
        let widths = Set(widths).sorted()
        let maximumSide = bits == 8 ? maximumSide : maximumSideInMemory
        let images = widths.filter { $0 <= imageSize.width }.compactMap { width -> SizedImage? in
            let (scaled, half) = (imageSize.height * width, imageSize.width / 2)
            let height = max(1, (scaled + half) / imageSize.width)
            guard max(width, height) <= maximumSide else { return nil }
            return SizedImage(
                path: "\(folder)\(name)-width\(width).jpg", width: width, height: height)
        }
        let missing = widths.filter { width in !images.contains { $0.width == width } }
        guard !missing.isEmpty else { return (images, nil) }
        let isTooTall = missing.contains { $0 <= imageSize.width }
        let note = ExportNote.sizesLeftOut(
            missing, image: imageSize, limit: isTooTall ? maximumSide : nil)
        return (images, note)
    }
}

/// The file `srcset.html`: one `img` element for the images of several widths, to copy into a page.
package struct SourceSet {
    package static let fileName = "srcset.html"

    package let images: [SizedImage]
    package let title: String
    /// The public address of the export's folder; `nil` for relative paths.
    package let address: String?

    package init(images: [SizedImage], title: String, address: String?) {
        (self.images, self.title, self.address) = (images, title, address)
    }

    /// Returns an `img` element (HTML Living Standard, 4.8.3) that is also well-formed XML.
    package func file(in folder: String) throws(ZigguratError) -> BundleFile {
        var attributes: KeyValuePairs<String, any CustomStringConvertible> = [
            "sizes": "100vw", "alt": title,
        ]
        if let largest = images.last {
            let srcset = images.map { "\(address(of: $0)) \($0.width)w" }
            attributes = [
                "src": address(of: largest), "srcset": srcset.joined(separator: ", "),
                "sizes": "100vw", "width": largest.width, "height": largest.height, "alt": title,
            ]
        }
        let document = try BundleFile.xml(Self.fileName, XMLElement("img", attributes))
        // Drops the first line, which is the XML declaration.
        let element = document.bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        return BundleFile(path: folder + Self.fileName, bytes: Array(element))
    }

    private func address(of image: SizedImage) -> String {
        let name = PercentEncoding.segment(Path.name(of: image.path))
        return address.map { "\($0)/\(name)" } ?? name
    }
}

/// An image that shows a whole level and belongs to the export rather than to a bundle.
package struct ExtraImage {
    package let reduction: Int
    package let tiling: Tiling
    /// The size that the level is resampled to; `nil` keeps the size of the level.
    package var resampledSize: PixelSize?
    /// The size that the source's rows are resampled to before tiling; `nil` keeps the size of the
    /// rows.
    package var branchSize: PixelSize?
    /// The colour behind a transparent image; `nil` uses the background of the export.
    package var background: RGBColor?

    /// Creates the image of the largest level whose sides are within a limit.
    package init(
        of imageSize: PixelSize, longestSide: Int, quality: Int, progressive: Bool = false
    ) {
        var reduction = 0
        while imageSize.reduced(by: 1 << reduction).longSide > longestSide { reduction += 1 }
        self.reduction = reduction
        tiling = Tiling(
            tileSize: imageSize.reduced(by: 1 << reduction),
            encoding: TileEncoding(.jpeg, quality: quality, progressive: progressive))
    }

    /// Creates an image of any size.
    ///
    /// It is made from the smallest level that is at least as large. If this level is too large to
    /// keep in memory, the image is made from the source's rows.
    package init(_ image: SizedImage, of imageSize: PixelSize, encoding: TileEncoding) {
        var reduction = 0
        while imageSize.reduced(by: 2 << reduction).width >= image.width { reduction += 1 }
        let level = imageSize.reduced(by: 1 << reduction)
        let size = PixelSize(width: image.width, height: image.height)
        if size == level || size.longSide <= SizedImage.maximumSideInMemory {
            self.reduction = reduction
            tiling = Tiling(tileSize: level, encoding: encoding)
            resampledSize = size == level ? nil : size
        } else {
            self.reduction = 0
            tiling = Tiling(tileSize: size, encoding: encoding)
            branchSize = size
        }
    }
}
