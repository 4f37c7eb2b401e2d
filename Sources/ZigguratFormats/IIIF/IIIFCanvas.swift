package import ZigguratCore

/// The canvas of an image in a manifest: the image, a thumbnail, annotations.
///
/// Source: IIIF Presentation API 3.0, section 5.3.
struct IIIFCanvas {
    let bundle: BundleDescription
    let version: IIIFLayout.Version
    /// In a manifest of its own the canvas of an image has the number 1.
    var id: String { "\(bundle.address)/\(Self.path)" }

    /// Relative to the address of the bundle; there is no such file.
    fileprivate static let path = "canvas/1"

    /// A thumbnail is at least this long where there is a level of this size.
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

    /// A file that exists. Without a service, so that no client asks for another size.
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
    /// The address of the image's canvas in the manifest, relative to the bundle; `nil` without a
    /// manifest.
    package var presentationCanvas: String? {
        presentationManifest == nil ? nil : IIIFCanvas.path
    }
}
