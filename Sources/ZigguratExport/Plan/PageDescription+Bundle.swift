internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratViewer

extension PageDescription {
    /// Each bundle has its own thumbnail, because it may be published on its own.
    static let bundleThumbnail = "viewer/thumbnail.jpg"

    /// The page of a bundle of an export.
    init(
        of description: BundleDescription, _ layout: any Layout, settings: ExportSettings,
        placeholder: [UInt8]
    ) {
        self.init(of: description, naming: layout.naming)
        let format = description.pyramid.tiling.encoding.format
        isTransparent = settings.alpha == .keep && format.keepsAlpha
        // The background shows in place of absent tiles.
        if !description.absent.isEmpty, !isTransparent { background = settings.background?.hex }
        annotations = settings.annotations
        thumbnail = Self.bundleThumbnail
        self.placeholder = placeholder
        viewer = settings.viewer
        assets = settings.pageAssets
    }
}

extension PageLink {
    /// The links of a page to the other bundles of its export, all of which are folders.
    static func links(
        from bundle: any Layout, to layouts: [any Layout], original: Original?, havePages: Bool
    ) -> [PageLink] {
        var links: [PageLink] = []
        for layout in layouts where layout.name != bundle.name && havePages {
            links.append(
                PageLink(to: .layout(layout.name), path: "../\(layout.name)/index.html"))
        }
        for layout in layouts {
            guard let manifest = (layout as? any DescriptorWriting)?.presentationManifest else {
                continue
            }
            let isOwn = layout.name == bundle.name
            links.append(
                PageLink(
                    to: .manifest(layout: isOwn ? nil : layout.name),
                    path: isOwn ? manifest : "../\(layout.name)/\(manifest)"))
        }
        if let original {
            links.append(
                PageLink(
                    to: .original(name: original.file, bytes: original.bytes),
                    path: "../\(Original.folder)/\(original.file)"))
        }
        return links
    }
}
