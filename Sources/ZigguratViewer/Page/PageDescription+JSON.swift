internal import ZigguratCore
internal import ZigguratSystem

/// The page's configuration, which scripts find as `window.ziggurat.config`.
///
/// Paths are relative to the page and not percent-encoded. The names of the members are an
/// interface: users' own templates read them.
extension PageDescription: Encodable {
    private enum CodingKeys: String, CodingKey {
        case name, title, width, height, tileWidth, tileHeight, overlap, edge, transparent
        case levels, background, caption, links, layout, place, annotations
        case micronsPerPixel, thumbnail, address
    }

    package func encode(to encoder: any Encoder) throws {
        var json = encoder.container(keyedBy: CodingKeys.self)
        let pyramid = bundle.pyramid
        try json.encode(pyramid.name, forKey: .name)
        try json.encode(bundle.title, forKey: .title)
        try json.encode(pyramid.imageSize.width, forKey: .width)
        try json.encode(pyramid.imageSize.height, forKey: .height)
        try json.encode(pyramid.tiling.tileSize.width, forKey: .tileWidth)
        try json.encode(pyramid.tiling.tileSize.height, forKey: .tileHeight)
        try json.encode(pyramid.tiling.overlap, forKey: .overlap)
        try json.encode(pyramid.tiling.edge, forKey: .edge)
        try json.encode(isTransparent, forKey: .transparent)
        try json.encode(pyramid.levels.map { LevelMember($0, of: self) }, forKey: .levels)
        try json.encodeIfPresent(background, forKey: .background)
        try json.encode(CaptionMember(bundle.caption), forKey: .caption)
        try json.encode(links.map(LinkMember.init), forKey: .links)
        if !bundle.layout.isEmpty { try json.encode(bundle.layout, forKey: .layout) }
        // A page that contains its scripts loads no other image, and other pages do not load it.
        if let place, assets != .page { try json.encode(PlaceMember(path: place), forKey: .place) }
        if !annotations.isEmpty { try json.encode(annotations, forKey: .annotations) }
        try json.encodeIfPresent(bundle.micronsPerPixel, forKey: .micronsPerPixel)
        try json.encodeIfPresent(thumbnail, forKey: .thumbnail)
        if bundle.baseURL != nil { try json.encode(bundle.address, forKey: .address) }
    }

    /// A level and the paths of its tiles: a template, or a table row by row.
    private struct LevelMember: Encodable {
        let width, height, columns, rows, scaleFactor, z: Int
        /// The number of the level's first tile, if the template counts tiles.
        var firstTile: Int?
        var shiftX, shiftY: Int?
        var absent: [Int]?
        var template: String?
        var tiles: [String]?

        init(_ level: Level, of page: PageDescription) {
            let pyramid = page.bundle.pyramid
            (width, height) = (level.size.width, level.size.height)
            (columns, rows) = (level.columns, level.rows)
            (scaleFactor, z) = (level.scaleFactor, level.index)
            template = page.template(of: level)
            if let template {
                if template.contains("{group") || template.contains("{number") {
                    firstTile = pyramid.tileCount(below: level)
                }
            } else {
                tiles = pyramid.tiles(of: level).map { page.tileFolder + page.naming.path(of: $0) }
            }
            if level.shift != .zero { (shiftX, shiftY) = (level.shift.x, level.shift.y) }
            let runs = page.bundle.absent.runs(ofLevel: level.index)
            if !runs.isEmpty { absent = runs }
        }
    }

    struct CaptionMember: Encodable {
        let description, attribution, rights: String?

        init(_ caption: Caption) {
            description = caption.description
            attribution = caption.attribution
            rights = caption.rights
        }
    }

    private struct LinkMember: Encodable {
        let title, address: String
        let kind: String?
        let isBeside: Bool?

        init(_ link: PageLink) {
            (title, address) = (link.title, link.address)
            (kind, isBeside) = (link.kind, link.isBeside)
        }
    }

    /// Where the page is in its destination; the page compares it with its own address.
    private struct PlaceMember: Encodable {
        let path, root, script: String

        init(path: String) {
            self.path = path
            root = path.split(separator: "/").map { _ in "../" }.joined()
            script = PageWriter.imageScript
        }
    }
}
