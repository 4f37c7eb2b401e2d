internal import ZigguratCore

/// A link below the caption.
package struct PageLink: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        /// A page that shows the image in another layout.
        case layout(String)
        /// A IIIF Presentation manifest. With a layout, it is the manifest of the bundle with this
        /// layout.
        case manifest(layout: String?)
        case original(name: String, bytes: Int)
        /// The archive or database that contains the pyramid.
        case container(String)
    }

    package let target: Target
    /// The percent-encoded address, relative to the page.
    let address: String

    /// - Parameter path: the path relative to the page, not percent-encoded.
    package init(to target: Target, path: String, query: String = "") {
        self.target = target
        address = PercentEncoding.path(path) + query
    }

    /// The CSS class of the link: `layout`, `manifest`, `original`.
    var kind: String? {
        switch target {
        case .layout: "layout"
        case .manifest: "manifest"
        case .original: "original"
        case .container: nil
        }
    }

    /// Whether the file is outside the bundle, so that it can be missing after the bundle was
    /// moved.
    var isBeside: Bool? { kind == nil ? nil : address.hasPrefix("../") }

    /// - Parameter language: the language of the title.
    func json(in language: PageLanguage) -> JSONValue {
        let (source, values) = text
        return .object(present: [
            "title": .string(title(in: language)), "address": .string(address),
            "kind": kind.map(JSONValue.string), "isBeside": isBeside.map(JSONValue.boolean),
            // The script translates the text, because the visitor may have another language.
            "text": source.map(JSONValue.string),
            "values": values.isEmpty ? nil : .object(values.mapValues(\.json)),
        ])
    }

    func title(in language: PageLanguage) -> String {
        if case .container(let name) = target { return name }
        let (source, values) = text
        return source.map { language.text($0, values) } ?? ""
    }

    /// The English text of the title with its values; `nil` if the title is a name.
    var text: (source: String?, values: [String: PageLanguage.Value]) {
        switch target {
        case .layout(let name): (PageText.layout, ["name": .text(name)])
        case .manifest(let layout?): (PageText.manifestOf, ["name": .text(layout)])
        case .manifest: (PageText.manifest, [:])
        case .original(let name, let bytes):
            (PageText.original, ["name": .text(name), "bytes": .bytes(bytes)])
        case .container: (nil, [:])
        }
    }
}
