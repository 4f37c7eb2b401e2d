internal import ZigguratCore
internal import ZigguratSystem

/// The smallest Presentation 3 manifest: one canvas with one image, served by the bundle's image
/// service.
///
/// Source: IIIF Presentation API 3.0, sections 3 and 5.
struct IIIFManifest: Encodable {
    let context = "http://iiif.io/api/presentation/3/context.json"
    let id: String
    let type = "Manifest"
    let label: [String: [String]]
    let metadata: [Statement]?
    let summary: [String: [String]]?
    let requiredStatement: Statement?
    let rights: String?
    let thumbnail: [Picture]
    let items: [Canvas]

    enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, label, metadata, summary, requiredStatement, rights, thumbnail, items
    }

    struct Statement: Encodable {
        let label: [String: [String]]
        let value: [String: [String]]
    }

    struct Canvas: Encodable {
        let id: String
        let type = "Canvas"
        let height: Int
        let width: Int
        let items: [Page]
    }

    struct Page: Encodable {
        let id: String
        let type = "AnnotationPage"
        let items: [Annotation]
    }

    struct Annotation: Encodable {
        let id: String
        let type = "Annotation"
        let motivation = "painting"
        let target: String
        let body: Picture
    }

    struct Picture: Encodable {
        let id: String
        let type = "Image"
        let format = "image/jpeg"
        let height: Int
        let width: Int
        let service: [Service]
    }

    enum Service: Encodable {
        case version2(id: String)
        case version3(id: String)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            switch self {
            case .version2(let id):
                try container.encode(id, forKey: Key("@id"))
                try container.encode("ImageService2", forKey: Key("@type"))
                try container.encode(
                    "http://iiif.io/api/image/2/level0.json", forKey: Key("profile"))
            case .version3(let id):
                try container.encode(id, forKey: Key("id"))
                try container.encode("ImageService3", forKey: Key("type"))
                try container.encode("level0", forKey: Key("profile"))
            }
        }

        private struct Key: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init(_ name: String) { stringValue = name }
            init?(stringValue: String) { self.init(stringValue) }
            init?(intValue: Int) { nil }
        }
    }

    /// - Parameter imageSize: the word for the largest whole image where it is the image itself.
    init(of bundle: BundleDescription, imageSize: String, service: Service) {
        let pyramid = bundle.pyramid
        let address = bundle.address
        let image = pyramid.imageSize
        let largest = IIIF.wholeLevels(of: pyramid).last?.size ?? image
        let largestWord = largest == image ? imageSize : "max"
        let smallest = pyramid.levels.first?.size ?? image
        let smallestPath =
            smallest == largest
            ? IIIF.path(region: "full", size: largestWord)
            : IIIF.path(region: "full", size: "\(smallest.width),\(smallest.height)")
        let canvas = "\(address)/canvas/1"
        id = "\(address)/manifest.json"
        label = ["none": [bundle.title]]
        rights = bundle.caption.rights.flatMap(IIIFRights.uri)
        // What cannot stand there is a fact like others.
        let otherRights = rights == nil ? bundle.caption.rights : nil
        let facts = [
            ("Creator", bundle.caption.creator), ("Date", bundle.caption.date),
            ("Rights", otherRights),
        ]
        let entries = facts.compactMap { name, value in
            value.map { Statement(label: ["en": [name]], value: ["none": [$0]]) }
        }
        metadata = entries.isEmpty ? nil : entries
        summary = bundle.caption.description.map { ["none": [$0]] }
        requiredStatement = bundle.caption.attribution.map {
            Statement(label: ["en": ["Attribution"]], value: ["none": [$0]])
        }
        thumbnail = [
            Picture(
                id: "\(address)/\(smallestPath)", height: smallest.height, width: smallest.width,
                service: [service])
        ]
        let painting = Picture(
            id: "\(address)/\(IIIF.path(region: "full", size: largestWord))",
            height: largest.height, width: largest.width, service: [service])
        items = [
            Canvas(
                id: canvas, height: image.height, width: image.width,
                items: [
                    Page(
                        id: "\(canvas)/page/1",
                        items: [
                            Annotation(
                                id: "\(canvas)/annotation/1", target: canvas, body: painting)
                        ])
                ])
        ]
    }
}
