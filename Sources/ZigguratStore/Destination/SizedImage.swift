package import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// The whole image at a requested width, for pages without a viewer.
package struct SizedImage: Hashable, Sendable, Codable {
    /// Relative to the export.
    package let path: String
    /// In pixels.
    package let width: Int
    package let height: Int

    /// The longest side of such an image, in pixels: what a JPEG holds.
    package static let maximumSide = TileFormat.jpeg.maximumSide
    /// An image within this limit is made from a level of at most twice its size, which is kept in
    /// memory; a larger one from the rows of the source as they are decoded.
    package static let maximumSideInMemory = 4096

    /// Returns the images of some widths, the smallest first, and a note on the widths that are
    /// left out because the source is narrower or the image would be too tall.
    ///
    /// The height is ⌊H·width / W⌉, but at least 1.
    ///
    /// - Parameter bits: of the tiles' samples; with 16 no large image can be resampled.
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

/// `srcset.html`: one `img` element for the images of several widths, to copy into a page.
package struct SourceSet {
    package static let fileName = "srcset.html"

    package let images: [SizedImage]
    package let title: String
    /// The address of the published export's folder; `nil` for relative paths.
    package let address: String?

    package init(images: [SizedImage], title: String, address: String?) {
        (self.images, self.title, self.address) = (images, title, address)
    }

    /// An `img` element, HTML Living Standard 4.8.3, which is well-formed XML, too.
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
        // Without the XML declaration, which is the first line.
        let element = document.bytes.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        return BundleFile(path: folder + Self.fileName, bytes: Array(element))
    }

    private func address(of image: SizedImage) -> String {
        let name = PercentEncoding.segment(Path.name(of: image.path))
        return address.map { "\($0)/\(name)" } ?? name
    }
}

/// An image of a whole level that belongs to the export rather than to a bundle.
package struct ExtraImage {
    package let reduction: Int
    package let tiling: Tiling
    /// The size to which the level is resampled; `nil` keeps its size.
    package var resampledSize: PixelSize?
    /// The size to which the source's rows are resampled before tiling; `nil` keeps their size.
    package var branchSize: PixelSize?
    /// The colour behind a transparent image; `nil` for that of the export.
    package var background: RGBColor?

    /// The largest level whose sides are no longer than a limit.
    package init(of imageSize: PixelSize, longestSide: Int, quality: Int) {
        var reduction = 0
        while imageSize.reduced(by: 1 << reduction).longSide > longestSide { reduction += 1 }
        self.reduction = reduction
        tiling = Tiling(
            tileSize: imageSize.reduced(by: 1 << reduction),
            encoding: TileEncoding(.jpeg, quality: quality))
    }

    /// An image of any size, made from the smallest level that is not smaller, or from the source's
    /// rows if that level is too large to keep in memory.
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
