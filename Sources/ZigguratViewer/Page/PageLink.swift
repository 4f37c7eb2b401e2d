internal import ZigguratCore

/// A link below the caption.
package struct PageLink: Hashable, Sendable {
    package enum Target: Hashable, Sendable {
        /// The same image in another layout.
        case layout(String)
        /// A IIIF Presentation manifest; of another bundle if it names a layout.
        case manifest(layout: String?)
        case original(name: String, bytes: Int)
        /// The archive or database that contains the pyramid.
        case container(String)
    }

    package let target: Target
    /// The percent-encoded address, relative to the page.
    let address: String

    /// - Parameter path: relative to the page, not percent-encoded.
    package init(to target: Target, path: String, query: String = "") {
        self.target = target
        address = PercentEncoding.path(path) + query
    }

    /// The class of the link, for styles: `layout`, `manifest`, `original`.
    var kind: String? {
        switch target {
        case .layout: "layout"
        case .manifest: "manifest"
        case .original: "original"
        case .container: nil
        }
    }

    /// Whether the file is outside the bundle, and missing when the bundle was moved on its own.
    var isBeside: Bool? { kind == nil ? nil : address.hasPrefix("../") }

    var json: JSONValue {
        .object(present: [
            "title": .string(title), "address": .string(address),
            "kind": kind.map(JSONValue.string), "isBeside": isBeside.map(JSONValue.boolean),
        ])
    }

    var title: String {
        switch target {
        case .layout(let name): "Same image in the format \(name)"
        case .manifest(let layout): "IIIF manifest" + (layout.map { " (\($0))" } ?? "")
        case .original(let name, let bytes): "Original: \(name), \(Self.text(ofBytes: bytes))"
        case .container(let name): name
        }
    }

    /// For example `1.2 MB`.
    private static func text(ofBytes bytes: Int) -> String {
        for (unit, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000)]
        where bytes >= size {
            let tenths = (bytes * 10 + size / 2) / size
            return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)"
        }
        return "\(bytes) bytes"
    }
}
