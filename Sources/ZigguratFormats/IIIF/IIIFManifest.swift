package import ZigguratCore

/// A Presentation 3 manifest of one image: one canvas and the bundle's image service.
enum IIIFManifest {
    static let path = "manifest.json"
    static let context: JSONValue = "http://iiif.io/api/presentation/3/context.json"

    static func json(of bundle: BundleDescription, _ version: IIIFLayout.Version) -> JSONValue {
        let canvas = IIIFCanvas(bundle: bundle, version: version)
        var manifest = IIIFCaption(caption: bundle.caption, name: bundle.pyramid.name)
            .members(page: bundle.pageAddress)
        manifest["@context"] = context
        manifest["id"] = "\(bundle.address)/\(path)"
        manifest["type"] = "Manifest"
        manifest["thumbnail"] = [canvas.thumbnail]
        if let original = bundle.original {
            manifest["rendering"] = [rendering(of: original, of: bundle)]
        }
        manifest["items"] = [canvas.json()]
        return .object(manifest)
    }

    /// Returns a link to download the copy of the source.
    static func rendering(
        of original: BundleDescription.SourceCopy, of bundle: BundleDescription
    ) -> JSONValue {
        // The bundle's folder and the folder `original` are side by side in the export's folder.
        let export = bundle.address.split(separator: "/", omittingEmptySubsequences: false)
            .dropLast().joined(separator: "/")
        let path = original.path.hasPrefix("../") ? original.path.dropFirst(3) : original.path[...]
        return rendering(of: original, at: "\(export)/\(PercentEncoding.path(String(path)))")
    }

    /// - Parameter address: percent-encoded.
    static func rendering(
        of original: BundleDescription.SourceCopy, at address: String
    ) -> JSONValue {
        let mediaType = MediaType.of(original.file).prefix { $0 != ";" }
        return [
            "id": .string(address),
            "type": mediaType.hasPrefix("image/") ? "Image" : "Text",
            "format": .string(String(mediaType)),
            "label": IIIFText.map("Original", in: "en"),
        ]
    }
}

extension BundleDescription {
    /// The address of the bundle's page; `nil` without a page, or if the base address is unknown.
    var pageAddress: String? { hasPage && baseURL != nil ? address + "/" : nil }
}

/// The canvas of an image in a manifest: the image, a thumbnail, annotations.
///
/// Source: IIIF Presentation API 3.0, section 5.3.
struct IIIFCanvas {
    let bundle: BundleDescription
    let version: IIIFLayout.Version
    /// The canvas's address. The number is 1, because the image's own manifest has one canvas.
    var id: String { "\(bundle.address)/\(Self.path)" }

    /// The canvas's address, relative to the bundle. No file has this path.
    fileprivate static let path = "canvas/1"

    /// The least length of a thumbnail in pixels, if the pyramid has a level of this size.
    private static let thumbnailSide = 120

    private var pyramid: Pyramid { bundle.pyramid }

    /// - Parameter texts: the members about the image; empty if the manifest has them.
    func json(texts: [String: JSONValue] = [:]) -> JSONValue {
        var canvas = json
        for (name, value) in texts { canvas[name] = value }
        return canvas
    }

    private var json: JSONValue {
        let size = pyramid.imageSize
        return .object(present: [
            "id": .string(id), "type": "Canvas",
            "height": .integer(size.height), "width": .integer(size.width),
            "thumbnail": [thumbnail],
            "items": [
                [
                    "id": "\(id)/page/1", "type": "AnnotationPage",
                    "items": [
                        [
                            "id": "\(id)/annotation/1", "type": "Annotation",
                            "motivation": "painting", "target": .string(id),
                            "body": image,
                        ]
                    ],
                ]
            ],
            "annotations": IIIFAnnotations(bundle: bundle, canvas: id).page.map { [$0] },
        ])
    }

    /// The largest image that exists as one file, with the image service.
    private var image: JSONValue {
        let level = IIIFAddresses.wholeLevels(of: pyramid).last ?? pyramid.levels[0]
        var image = file(of: level)
        image["service"] = [
            version == .two
                ? [
                    "@id": .string(bundle.address), "@type": "ImageService2",
                    "profile": .string(version.levelZero),
                ]
                : [
                    "id": .string(bundle.address), "type": "ImageService3",
                    "profile": .string(version.levelZero),
                ]
        ]
        return image
    }

    /// The thumbnail: a file that exists, without an image service, so that no client requests
    /// another size.
    var thumbnail: JSONValue {
        let levels = IIIFAddresses.wholeLevels(of: pyramid)
        let level = levels.first { $0.size.longSide >= Self.thumbnailSide } ?? levels.last
        return file(of: level ?? pyramid.levels[0])
    }

    private func file(of level: Level) -> JSONValue {
        let isLargest = IIIFAddresses.wholeLevels(of: pyramid).last == level
        let word =
            isLargest
            ? (version == .two && level.size == pyramid.imageSize ? "full" : "max")
            : "\(level.size.width),\(level.size.height)"
        return [
            "id": "\(bundle.address)/\(IIIFAddresses.path(region: "full", size: word))",
            "type": "Image", "format": .string(TileFormat.jpeg.mediaType),
            "height": .integer(level.size.height), "width": .integer(level.size.width),
        ]
    }
}

extension Layout {
    /// The address of the image's canvas in the manifest, relative to the bundle; `nil` if the
    /// bundle has no manifest.
    package var presentationCanvas: String? {
        presentationManifest == nil ? nil : IIIFCanvas.path
    }
}

/// A Presentation 3 manifest of a book: a canvas for each page, and a range for each section.
///
/// Source: IIIF Presentation API 3.0, sections 3.2 (behaviour and viewing direction), 5.2 (manifest),
/// 5.3 (canvas) and 5.4 (range).
struct IIIFBook {
    let book: BookDescription
    let version: IIIFLayout.Version

    private var canvases: [IIIFCanvas] {
        book.pages.map { IIIFCanvas(bundle: $0.bundle, version: version) }
    }

    var json: JSONValue {
        let canvases = canvases
        var manifest = IIIFCaption(caption: book.caption, name: book.name)
            .members(page: book.hasPage && book.baseURL != nil ? book.address + "/" : nil)
        manifest["@context"] = IIIFManifest.context
        manifest["id"] = "\(book.address)/\(IIIFManifest.path)"
        manifest["type"] = "Manifest"
        // Clients show two pages at a time.
        manifest["behavior"] = ["paged"]
        manifest["viewingDirection"] = (book.readingDirection?.name).map(JSONValue.string)
        if let first = canvases.first { manifest["thumbnail"] = [first.thumbnail] }
        if let original = book.original {
            manifest["rendering"] = [
                IIIFManifest.rendering(
                    of: original,
                    at: "\(book.address)/\(PercentEncoding.path(original.path))")
            ]
        }
        manifest["items"] = .array(
            zip(book.pages, canvases).map { $1.json(texts: Self.texts(of: $0)) })
        let ranges = ranges(of: canvases)
        if !ranges.isEmpty { manifest["structures"] = .array(ranges) }
        return .object(manifest)
    }

    private static func texts(of page: BookDescription.Page) -> [String: JSONValue] {
        let members = IIIFCaption(caption: page.caption, name: page.label).members(page: nil)
        var texts = members.filter { ["metadata", "summary"].contains($0.key) }
        texts["label"] = IIIFText.map(page.label)
        if let original = page.bundle.original {
            texts["rendering"] = [IIIFManifest.rendering(of: original, of: page.bundle)]
        }
        return texts
    }

    /// Returns the ranges of the top-level sections. A range contains the ranges of its
    /// subsections.
    private func ranges(of canvases: [IIIFCanvas]) -> [JSONValue] {
        guard !canvases.isEmpty else { return [] }
        let sections = book.sections.filter { (1...canvases.count).contains($0.page) }
        var index = 0
        /// Reads sections of at least a depth, up to the first section with a smaller depth.
        func read(_ depth: Int) -> [JSONValue] {
            var ranges: [JSONValue] = []
            while index < sections.count, sections[index].depth >= depth {
                let (number, section) = (index + 1, sections[index])
                index += 1
                let firstInside = index
                let inside = read(section.depth + 1)
                // A range contains the pages before its first subsection, or all its pages without
                // subsections.
                let next = firstInside < sections.count ? sections[firstInside].page : nil
                let end = max(section.page, (next ?? canvases.count + 1) - 1)
                let own = inside.isEmpty || end > section.page || next != section.page
                let pages = own ? Array(section.page...end) : []
                ranges.append([
                    "id": "\(book.address)/range/\(number)", "type": "Range",
                    "label": IIIFText.map(section.title),
                    "items": .array(
                        pages.map { ["id": .string(canvases[$0 - 1].id), "type": "Canvas"] }
                            + inside),
                ])
            }
            return ranges
        }
        return read(0)
    }
}

extension ReadingDirection {
    /// The value of `viewingDirection`.
    fileprivate var name: String {
        switch self {
        case .ltr: "left-to-right"
        case .rtl: "right-to-left"
        case .ttb: "top-to-bottom"
        case .btt: "bottom-to-top"
        }
    }
}
