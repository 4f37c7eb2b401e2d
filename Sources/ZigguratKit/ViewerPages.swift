internal import ZigguratFormats
internal import ZigguratSystem
internal import ZigguratViewer

/// The project's own pages: brings what an export knows into the shape that the viewer module
/// takes.
struct ViewerPages: PageMaker {
    private let templates: PageTemplates

    /// Where a destination keeps what its pages share: no export can be called so.
    private static let sharedFolder = "viewer/"

    init(_ templates: PageTemplates = .builtIn) {
        self.templates = templates
    }

    func pages(for bundle: BundlePage) throws(ZigguratError) -> [BundleFile] {
        let shared = bundle.wayToDestination + Self.sharedFolder
        let setting = setting(bundle.viewer, bundle.assets, sharedFolder: shared)
        return try rendered {
            try ViewerPage(Self.description(of: bundle), setting: setting).files()
        }
    }

    func byteCount(of viewer: ViewerKind, _ assets: PageAssets) -> Int {
        ViewerPage.byteCount(setting(viewer, assets, sharedFolder: ""))
    }

    func sharedFiles(of viewer: ViewerKind) -> [BundleFile] {
        let setting = setting(viewer, .destination, sharedFolder: "")
        return ViewerPage.sharedFiles(setting, in: Self.sharedFolder).map {
            BundleFile(path: $0.path, bytes: $0.bytes)
        }
    }

    func check(
        _ viewer: ViewerKind, shows pyramid: Pyramid, in layout: any Layout
    ) throws(ZigguratError) {
        let description = Self.description(
            of: pyramid, title: "", pyramid.levels.map { Self.level($0, of: pyramid, template: "") }
        )
        guard let problem = Self.library(of: viewer).problem(with: description) else { return }
        throw ZigguratError(
            .invalidOptions, "",
            "\(viewer.title) cannot show the layout \(layout.name): \(problem)",
            remedy: "take the layout xyz or tms, or --viewer openseadragon")
    }

    private func setting(
        _ viewer: ViewerKind, _ assets: PageAssets, sharedFolder: String
    ) -> PageSetting {
        PageSetting(
            library: Self.library(of: viewer), assets: assets.asSetting(sharedFolder),
            templates: templates.templates)
    }

    private static func library(of viewer: ViewerKind) -> ViewerLibrary {
        viewer == .leaflet ? .leaflet : .openSeadragon
    }

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
            try GalleryPage(entries: entries, title: "Pictures", templates: templates.templates)
                .files()
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
        var page = description(
            of: pyramid, title: bundle.description.title,
            pyramid.levels.map { level in
                var page = Self.level(level, of: pyramid, naming: bundle.layout.naming)
                let runs = bundle.description.absent.runs(ofLevel: level.index)
                if !runs.isEmpty { page.absent = runs }
                return page
            })
        page.transparent = bundle.alpha == .keep && pyramid.tiling.encoding.format.keepsAlpha
        page.caption = PageDescription.Caption(
            description: caption.description, attribution: caption.attribution,
            rights: caption.rights)
        page.thumbnail = bundle.thumbnail
        page.address = bundle.description.baseURL == nil ? nil : bundle.description.address
        page.placeholder = bundle.placeholder
        // What is left out is shown by what lies behind.
        if !bundle.description.absent.isEmpty, !page.transparent {
            page.background = bundle.background.hex
        }
        page.layout = bundle.layout.name
        page.micronsPerPixel = bundle.description.micronsPerPixel
        page.annotations = bundle.annotations.isEmpty ? nil : bundle.annotations
        page.links = bundle.links.map { Self.link($0) }
        // A page that holds its scripts loads none of other pictures, and is loaded by none.
        if bundle.assets != .page {
            page.place = bundle.place.map { PageDescription.Place(path: $0) }
        }
        return page
    }

    private static func description(
        of pyramid: Pyramid, title: String, _ levels: [PageDescription.Level]
    ) -> PageDescription {
        let tiling = pyramid.tiling
        return PageDescription(
            name: pyramid.name, title: title,
            width: pyramid.imageSize.width, height: pyramid.imageSize.height,
            tileWidth: tiling.tileSize.width, tileHeight: tiling.tileSize.height,
            overlap: tiling.overlap, edge: tiling.edge == .pad ? .pad : .crop, levels: levels)
    }

    private static func link(_ link: PageLink) -> PageDescription.Link {
        let title =
            switch link.kind {
            case .layout: "The same in \(link.name)"
            case .manifest: "IIIF manifest\(link.isBeside ? " (\(link.name))" : "")"
            case .original:
                "The original, \(link.name)\(link.bytes.map { ", \(Self.text(of: $0))" } ?? "")"
            }
        return PageDescription.Link(
            title: title, path: link.path, kind: link.kind.rawValue, isBeside: link.isBeside)
    }

    /// A number of bytes as people read it: `1.2 MB`.
    private static func text(of bytes: Int) -> String {
        for (unit, size) in [("GB", 1_000_000_000), ("MB", 1_000_000), ("KB", 1000)]
        where bytes >= size {
            let tenths = (bytes * 10 + size / 2) / size
            return tenths < 100 ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(tenths / 10) \(unit)"
        }
        return "\(bytes) bytes"
    }

    /// A level with a template for its tiles' paths, or with all of them where the naming has none.
    private static func level(
        _ level: Level, of pyramid: Pyramid, naming: any NamingStrategy
    ) -> PageDescription.Level {
        if let template = naming.pageTemplate(for: level, of: pyramid) {
            return Self.level(level, of: pyramid, template: template)
        }
        var page = Self.level(level, of: pyramid, template: "")
        page.template = nil
        page.tiles = pyramid.tiles(of: level).map { naming.path(of: $0) }
        return page
    }

    private static func level(
        _ level: Level, of pyramid: Pyramid, template: String
    ) -> PageDescription.Level {
        var page = PageDescription.Level(
            width: level.size.width, height: level.size.height, columns: level.columns,
            rows: level.rows, scaleFactor: level.scaleFactor, z: level.index, template: template)
        if template.contains("{group") || template.contains("{number") {
            page.firstTile = pyramid.tileCount(below: level)
        }
        if level.shift != .zero { (page.shiftX, page.shiftY) = (level.shift.x, level.shift.y) }
        return page
    }
}

extension ViewerKind {
    /// The name by which people know it.
    fileprivate var title: String {
        switch self {
        case .openseadragon: "OpenSeadragon"
        case .leaflet: "Leaflet"
        case .none: "No viewer"
        }
    }
}

extension PageAssets {
    fileprivate func asSetting(_ sharedFolder: String) -> PageSetting.Assets {
        switch self {
        case .bundle: .beside
        case .page: .inline
        case .destination: .shared(sharedFolder)
        }
    }
}
