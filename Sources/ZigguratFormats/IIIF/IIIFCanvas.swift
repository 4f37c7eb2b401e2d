internal import ZigguratCore

/// The canvas of an image in a manifest: the image, a thumbnail, annotations.
///
/// Source: IIIF Presentation API 3.0, section 5.3; Web Annotation Data Model, section 4.2.
struct IIIFCanvas {
    let bundle: BundleDescription
    let version: IIIFLayout.Version
    /// In a manifest of its own the canvas of an image has the number 1.
    var id: String { "\(bundle.address)/canvas/1" }

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
        let annotations = bundle.annotations.compactMap(annotation)
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
            "annotations": annotations.isEmpty
                ? nil
                : [
                    [
                        "id": "\(id)/notes", "type": "AnnotationPage",
                        "items": .array(annotations),
                    ]
                ],
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

    /// A comment on a place; its outline is a selector.
    private func annotation(_ note: Annotation) -> JSONValue? {
        let number = (bundle.annotations.firstIndex(of: note) ?? 0) + 1
        let own = body(note.label, note.text, in: note.language)
        let others = note.translations.sorted { $0.key < $1.key }.map { language, texts in
            body(texts.label, texts.text, in: language)
        }
        return [
            "id": "\(id)/notes/\(number)", "type": "Annotation", "motivation": "commenting",
            "body": others.isEmpty ? own : .array([own] + others),
            "target": target(of: note),
        ]
    }

    private func body(_ label: String, _ text: String?, in language: String?) -> JSONValue {
        let value = [label, text].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: "\n")
        return .object(present: [
            "type": "TextualBody", "value": .string(value), "format": "text/plain",
            "language": language.map(JSONValue.string),
        ])
    }

    private func target(of note: Annotation) -> JSONValue {
        let selector: JSONValue
        if let path = note.path {
            let size = pyramid.imageSize
            selector = [
                "type": "SvgSelector",
                "value": .string(
                    #"<svg xmlns="http://www.w3.org/2000/svg" "#
                        + #"viewBox="0 0 \#(size.width) \#(size.height)">"#
                        + #"<path d="\#(path)"/></svg>"#),
            ]
        } else if let point = note.point {
            selector = ["type": "PointSelector", "x": .number(point.x), "y": .number(point.y)]
        } else {
            return .string(id)
        }
        return [
            "type": "SpecificResource",
            "source": ["id": .string(id), "type": "Canvas"],
            "selector": selector,
        ]
    }
}
