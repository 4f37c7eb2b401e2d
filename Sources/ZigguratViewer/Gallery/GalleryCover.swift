internal import ZigguratCore
package import ZigguratSystem

/// What a gallery shows above its images, from `gallery.json` in the destination:
///
///     {"title": "Maps of the coast", "text": "A selection of 1890 to 1914.", "logo": "logo.svg"}
package struct GalleryCover: Hashable, Sendable {
    package static let file = "gallery.json"

    let title: String?
    let text: String?
    /// The path of an image in the destination.
    let logo: String?
    /// The language of the page (BCP 47); `nil` for that of the exports' pages.
    package let language: String?

    init(title: String) { (self.title, text, logo, language) = (title, nil, nil, nil) }

    /// Whether it has something to show.
    var isVisible: Bool { title != nil || text != nil || logo != nil }

    /// - Parameter bytes: those of the file.
    /// - Throws: ``PageFailure/invalidCover(member:)``.
    package init(_ bytes: [UInt8]) throws(ZigguratError) {
        guard let members = JSONValue(parsing: bytes)?.object else {
            throw ZigguratError(PageFailure.invalidCover(member: nil))
        }
        for (name, value) in members.sorted(by: { $0.key < $1.key }) {
            let isPath = name != "logo" || value.string.map(Self.isPath) == true
            guard ["title", "text", "logo", "language"].contains(name), value.string != nil, isPath
            else {
                throw ZigguratError(PageFailure.invalidCover(member: name))
            }
        }
        (title, text) = (members["title"]?.string, members["text"]?.string)
        (logo, language) = (members["logo"]?.string, members["language"]?.string)
    }

    /// Whether a path leads into the destination. Pages load no images from other servers.
    private static func isPath(_ text: String) -> Bool {
        !text.isEmpty && !text.hasPrefix("/") && !text.contains("://")
            && !text.split(separator: "/").contains("..")
    }

    var json: JSONValue {
        .object(present: [
            "text": text.map(JSONValue.string),
            "logo": logo.map { .string(PercentEncoding.path($0)) },
        ])
    }
}
