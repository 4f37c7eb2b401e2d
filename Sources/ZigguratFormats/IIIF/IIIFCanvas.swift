package import ZigguratCore

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

    /// The thumbnail, a file that exists. It has no image service, so that no client requests
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

extension DescriptorWriting {
    /// The address of the image's canvas in the manifest, relative to the bundle; `nil` if the
    /// bundle has no manifest.
    package var presentationCanvas: String? {
        presentationManifest == nil ? nil : IIIFCanvas.path
    }
}
