internal import ZigguratCore
internal import ZigguratSystem

/// A Presentation 3 collection: the manifests of many pictures under one address.
///
/// Source: IIIF Presentation API 3.0, section 5.1.
package struct IIIFCollection: Encodable, Sendable {
    /// A picture of a collection.
    package struct Item: Hashable, Sendable {
        /// The address of its manifest.
        package let manifest: String
        package let title: String
        /// The address of a small JPEG of it.
        package let thumbnail: String

        package init(manifest: String, title: String, thumbnail: String) {
            self.manifest = manifest
            self.title = title
            self.thumbnail = thumbnail
        }
    }

    private let context = "http://iiif.io/api/presentation/3/context.json"
    private let id: String
    private let type = "Collection"
    private let label: [String: [String]]
    private let metadata: [IIIFManifest.Statement]
    private let items: [Reference]

    private enum CodingKeys: String, CodingKey {
        case context = "@context"
        case id, type, label, metadata, items
    }

    private struct Reference: Encodable {
        let id: String
        let type = "Manifest"
        let label: [String: [String]]
        let thumbnail: [Thumbnail]
    }

    private struct Thumbnail: Encodable {
        let id: String
        let type = "Image"
        let format = "image/jpeg"
    }

    /// - Parameters:
    ///   - id: its own address.
    ///   - generator: what wrote it.
    package init(id: String, title: String, generator: String, items: [Item]) {
        self.id = id
        label = ["none": [title]]
        metadata = [
            IIIFManifest.Statement(label: ["en": ["Generator"]], value: ["none": [generator]])
        ]
        self.items = items.map { item in
            Reference(
                id: item.manifest, label: ["none": [item.title]],
                thumbnail: [Thumbnail(id: item.thumbnail)])
        }
    }
}
