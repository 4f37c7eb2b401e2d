internal import ZigguratCore

/// The smallest Presentation 3 manifest: one canvas with one image, served by the bundle's image
/// service.
enum IIIFManifest {
    static let path = "manifest.json"
    static let context: JSONValue = "http://iiif.io/api/presentation/3/context.json"

    static func json(of bundle: BundleDescription, _ version: IIIFLayout.Version) -> JSONValue {
        let pyramid = bundle.pyramid
        let address = bundle.address
        let size = pyramid.imageSize
        let largest = IIIFAddresses.wholeLevels(of: pyramid).last?.size ?? size
        let largestWord = largest == size && version == .two ? "full" : "max"
        let smallest = pyramid.levels.first?.size ?? size
        let smallestWord =
            smallest == largest ? largestWord : "\(smallest.width),\(smallest.height)"
        let service: JSONValue =
            version == .two
            ? [
                "@id": .string(address), "@type": "ImageService2",
                "profile": .string(version.levelZero),
            ]
            : [
                "id": .string(address), "type": "ImageService3",
                "profile": .string(version.levelZero),
            ]
        let image = { (size: PixelSize, word: String) -> JSONValue in
            [
                "id": "\(address)/\(IIIFAddresses.path(region: "full", size: word))",
                "type": "Image", "format": .string(TileFormat.jpeg.mediaType),
                "height": .integer(size.height), "width": .integer(size.width),
                "service": [service],
            ]
        }
        let caption = bundle.caption
        let canvas = "\(address)/canvas/1"
        let rights = caption.rights.flatMap(IIIFRights.uri)
        // Rights without an address that is allowed in `rights` are a statement like others.
        let metadata = [
            statement("Creator", caption.creator), statement("Date", caption.date),
            statement("Rights", rights == nil ? caption.rights : nil),
        ].compactMap(\.self)
        return .object(present: [
            "@context": context,
            "id": "\(address)/\(path)",
            "type": "Manifest",
            "label": text(bundle.title),
            "metadata": metadata.isEmpty ? nil : .array(metadata),
            "summary": caption.description.map { text($0) },
            "requiredStatement": statement("Attribution", caption.attribution),
            "rights": rights.map(JSONValue.string),
            "thumbnail": [image(smallest, smallestWord)],
            "items": [
                [
                    "id": .string(canvas), "type": "Canvas",
                    "height": .integer(size.height), "width": .integer(size.width),
                    "items": [
                        [
                            "id": "\(canvas)/page/1", "type": "AnnotationPage",
                            "items": [
                                [
                                    "id": "\(canvas)/annotation/1", "type": "Annotation",
                                    "motivation": "painting", "target": .string(canvas),
                                    "body": image(largest, largestWord),
                                ]
                            ],
                        ]
                    ],
                ]
            ],
        ])
    }

    /// A label and a value; `nil` without a value.
    static func statement(_ label: String, _ value: String?) -> JSONValue? {
        value.map { ["label": text(label, in: "en"), "value": text($0)] }
    }

    /// A language map of one text.
    static func text(_ text: String, in language: String = "none") -> JSONValue {
        [language: [.string(text)]]
    }
}
