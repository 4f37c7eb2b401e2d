internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// What a page leads to besides its own picture.
public struct PageLink: Hashable, Sendable {
    public enum Kind: String, Sendable {
        /// The same picture in another layout.
        case layout
        /// A IIIF Presentation manifest.
        case manifest
        /// The source, as it was exported.
        case original
    }

    public let kind: Kind
    /// The layout's name, or that of the file.
    public let name: String
    /// Relative to the bundle's folder.
    public let path: String
    public let bytes: Int?

    /// Whether it lies beside the bundle, and is no longer there when that is moved alone.
    public var isBeside: Bool { path.hasPrefix("../") }

    /// What the page of one of an export's bundles leads to, all of which are folders.
    static func links(
        from bundle: any Layout, to layouts: [any Layout], original: Original?, havePages: Bool
    ) -> [PageLink] {
        var links: [PageLink] = []
        for layout in layouts where layout.name != bundle.name && havePages {
            links.append(
                PageLink(
                    kind: .layout, name: layout.name, path: "../\(layout.name)/index.html",
                    bytes: nil))
        }
        for layout in layouts {
            guard let manifest = (layout as? any DescriptorWriting)?.presentationManifest else {
                continue
            }
            let folder = layout.name == bundle.name ? "" : "../\(layout.name)/"
            links.append(
                PageLink(kind: .manifest, name: layout.name, path: folder + manifest, bytes: nil))
        }
        if let original {
            links.append(
                PageLink(
                    kind: .original, name: original.file,
                    path: "../\(Original.folder)/\(original.file)",
                    bytes: original.bytes))
        }
        return links
    }
}
