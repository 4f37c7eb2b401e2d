internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The whole picture at a width that somebody asked for, for pages without a viewer.
public struct SizedImage: Hashable, Sendable, Codable {
    /// Relative to the export.
    public let path: String
    /// In pixels.
    public let width: Int
    public let height: Int

    /// The longest side of such an image, in pixels: what a JPEG holds.
    public static let maximumSide = TileFormat.jpeg.maximumSide
    /// One that is no longer is made from a level of at most twice its size, which waits in memory
    /// until all its rows are there; a longer one from the rows of the picture as they come.
    static let maximumSideInMemory = 4096

    /// Images of a picture at some widths, the smallest first, and a sentence on those that are
    /// left out: the picture is narrower, or the image would be too tall.
    ///
    /// The height is that of the picture, ⌊H·width / W⌉, but at least 1.
    ///
    /// - Parameter bits: of the tiles' samples. With 16 nothing is resampled on its way.
    static func all(
        of imageSize: PixelSize, widths: [Int], name: String, folder: String, bits: Int
    ) -> (images: [SizedImage], note: String?) {
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
        let list = missing.map(String.init).joined(separator: ", ")
        return (
            images,
            "no image of the width \(list) is written: the picture has \(imageSize) pixels"
                + (missing.contains { $0 <= imageSize.width }
                    ? ", and such images end at \(maximumSide) a side" : "")
        )
    }
}

extension ExportPlan {
    /// JPEG, as good as the tiles.
    var encodingOfSizes: TileEncoding {
        let tiles = bundles.first?.pyramid.tiling.encoding ?? TileEncoding(.jpeg)
        return TileEncoding(.jpeg, quality: tiles.quality, subsampling: tiles.subsampling)
    }

    /// `nil` where there are no sizes.
    var sourceSet: SourceSet? {
        guard !sizes.isEmpty, let bundle = bundles.first else { return nil }
        let description = bundle.description
        // The bundle's folder lies in the export's, or in that of a bag's payload.
        let address = description.baseURL.map { _ in
            String(description.address.dropLast(1 + description.layout.utf8.count))
        }
        return SourceSet(images: sizes, title: description.title, address: address)
    }
}

/// `srcset.html`: the images of several widths as one element, to be copied into a page.
struct SourceSet {
    static let fileName = "srcset.html"

    let images: [SizedImage]
    let title: String
    /// The address of the export's folder where it will be published; `nil` leaves paths relative.
    let address: String?

    /// An `img` element, HTML Living Standard 4.8.3; as XML it is well formed, too.
    func file(in folder: String) throws(ZigguratError) -> BundleFile {
        guard let largest = images.last else {
            throw ZigguratError(.renderingFailed, Self.fileName, "there is no image")
        }
        let element = XMLElement(
            "img",
            [
                ("src", address(of: largest)),
                (
                    "srcset",
                    images.map { "\(address(of: $0)) \($0.width)w" }.joined(separator: ", ")
                ),
                ("sizes", "100vw"), ("width", "\(largest.width)"), ("height", "\(largest.height)"),
                ("alt", title),
            ])
        guard let bytes = XMLDocumentWriter.bytes(of: element),
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
        else {
            throw ZigguratError(
                .renderingFailed, Self.fileName, "the element cannot be written as XML")
        }
        // Without the declaration of a document.
        return BundleFile(path: folder + Self.fileName, bytes: Array(bytes[(end + 1)...]))
    }

    private func address(of image: SizedImage) -> String {
        let name = PercentEncoding.segment(ExportName.file(of: image.path))
        return address.map { "\($0)/\(name)" } ?? name
    }
}
