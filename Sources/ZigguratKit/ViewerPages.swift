internal import ZigguratViewer

/// The project's own pages: brings what an export knows into the shape that the viewer module
/// takes.
struct ViewerPages: PageMaker {
    func pages(for bundle: BundlePage) throws(ZigguratError) -> [BundleFile] {
        try rendered { try ViewerPage(Self.description(of: bundle)).files() }
    }

    var bundleByteCount: Int { ViewerPage.assetByteCount }

    func gallery(of exports: [Manifest]) throws(ZigguratError) -> [BundleFile] {
        let entries = exports.compactMap { manifest -> GalleryEntry? in
            let pages = manifest.bundles.compactMap { bundle in
                Self.link(to: bundle, in: manifest)
            }
            guard !pages.isEmpty else { return nil }
            return GalleryEntry(
                name: manifest.name, title: manifest.settings.caption.title ?? manifest.name,
                width: manifest.image.size.width, height: manifest.image.size.height,
                thumbnail: "\(manifest.name)/\(manifest.thumbnail)", pages: pages)
        }
        let pictures = exports.compactMap(Self.picture)
        return try rendered {
            try GalleryPage(entries: entries, title: "Pictures").files()
                + [PictureList(pictures).file()]
        }
    }

    /// An export as the pages of others see it; nil where it has no page.
    private static func picture(_ manifest: Manifest) -> PictureList.Picture? {
        let pages = manifest.bundles.compactMap { bundle in
            bundle.page.map { (bundle.layout, "\(manifest.name)/\($0)") }
        }
        guard !pages.isEmpty else { return nil }
        return PictureList.Picture(
            name: manifest.name, title: manifest.settings.caption.title ?? manifest.name,
            thumbnail: "\(manifest.name)/\(manifest.thumbnail)", pages: pages)
    }

    /// A bundle's page; the bundle itself where it is a file.
    private static func link(
        to bundle: Manifest.Bundle, in manifest: Manifest
    ) -> GalleryEntry.Page? {
        if let page = bundle.page {
            return GalleryEntry.Page(layout: bundle.layout, path: "\(manifest.name)/\(page)")
        }
        guard !bundle.isFolder else { return nil }
        return GalleryEntry.Page(
            layout: "\(bundle.layout) (\(manifest.settings.container))",
            path: "\(manifest.name)/\(bundle.path)")
    }

    private func rendered(
        _ render: () throws -> [ViewerFile]
    ) throws(ZigguratError) -> [BundleFile] {
        do {
            return try render().map { BundleFile(path: $0.path, bytes: $0.bytes) }
        } catch {
            throw ZigguratError(.renderingFailed, "", "\(error)")
        }
    }

    private static func description(of bundle: BundlePage) -> PageDescription {
        let pyramid = bundle.description.pyramid
        let caption = bundle.description.caption
        let tiling = pyramid.tiling
        var page = PageDescription(
            name: pyramid.name, title: bundle.description.title,
            width: pyramid.imageSize.width, height: pyramid.imageSize.height,
            tileWidth: tiling.tileSize.width, tileHeight: tiling.tileSize.height,
            overlap: tiling.overlap, edge: tiling.edge == .pad ? .pad : .crop,
            levels: pyramid.levels.map { level($0, of: pyramid, naming: bundle.layout.naming) },
            transparent: bundle.alpha == .keep && tiling.encoding.format.keepsAlpha,
            caption: PageDescription.Caption(
                description: caption.description, attribution: caption.attribution,
                rights: caption.rights),
            thumbnail: bundle.thumbnail, placeholder: bundle.placeholder)
        page.layout = bundle.layout.name
        page.place = bundle.place.map { PageDescription.Place(path: $0) }
        return page
    }

    /// A level with a template for its tiles' paths, or with all of them where the naming has none.
    private static func level(
        _ level: Level, of pyramid: Pyramid, naming: any NamingStrategy
    ) -> PageDescription.Level {
        let template = naming.pageTemplate(for: level, of: pyramid)
        var page =
            if let template {
                PageDescription.Level(
                    width: level.size.width, height: level.size.height, columns: level.columns,
                    rows: level.rows, scaleFactor: level.scaleFactor, z: level.index,
                    template: template)
            } else {
                PageDescription.Level(
                    width: level.size.width, height: level.size.height, columns: level.columns,
                    rows: level.rows, scaleFactor: level.scaleFactor, z: level.index,
                    tiles: pyramid.tiles(of: level).map { naming.path(of: $0) })
            }
        if template?.contains("{group") == true || template?.contains("{number") == true {
            page.firstTile = pyramid.tileCount(below: level)
        }
        if level.shift != .zero { (page.shiftX, page.shiftY) = (level.shift.x, level.shift.y) }
        return page
    }
}
