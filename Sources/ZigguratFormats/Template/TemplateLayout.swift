package import ZigguratCore
package import ZigguratSystem

/// Tiles with names from a user's template, for any viewer.
package struct TemplateLayout: ConfigurableLayout {
    package let name = "template"
    package let summary = "names of your own, written as a template: any other viewer"
    package var rules: TilingRules { TilingRules(densities: densities, blanks: .page) }
    package let naming: any NamingStrategy
    package var abilities: LayoutAbilities {
        LayoutAbilities {
            $0.check = validate
            $0.settings = self
        }
    }
    package let densities: [Int]
    private let template: PathTemplate
    /// Whether the user chose the template; `false` for the example.
    private let isChosen: Bool

    package struct Settings: Codable, Hashable, Sendable {
        package var naming: String
        @CodedAsText package var scales: CommaList<Int>
    }

    /// - Parameter naming: see ``PathTemplate``.
    /// - Throws: ``NamingError`` if the template is invalid.
    package init(_ naming: String, scales: [Int] = [1]) throws(ZigguratError) {
        self.init(try PathTemplate(naming), scales: scales, isChosen: true)
    }

    private init(_ template: PathTemplate, scales: [Int], isChosen: Bool) {
        self.template = template
        self.isChosen = isChosen
        naming = TemplateNaming(template)
        densities = scales
    }

    /// The layout for lists and help texts, which cannot be exported.
    static let example = TemplateLayout(
        TemplateNaming(literal: "{name}/{z}/{x}_{y}{scale}.{ext}").template, scales: [1],
        isChosen: false)

    package init(settings: Settings) throws(ZigguratError) {
        let densities = try ScaleSettings(scales: settings.scales.elements)
            .densities(of: ScaleSettings.web)
        self.init(try PathTemplate(settings.naming), scales: densities, isChosen: true)
    }

    package var settings: Settings {
        Settings(naming: template.description, scales: CommaList(densities))
    }

    /// Checks the paths of all tiles.
    private func validate(_ pyramids: [Pyramid]) throws(ZigguratError) {
        guard isChosen else {
            throw ZigguratError(
                LayoutError.missingTemplate(example: template.description), "layout \(name)")
        }
        try NamingCheck(template: template).check(pyramids)
    }
}

extension Layout where Self == TemplateLayout {
    /// Returns a layout with a user's template, such as `{z}/{x}_{y}{scale}.{ext}`.
    package static func template(
        _ naming: String, scales: [Int] = [1]
    ) throws(ZigguratError) -> TemplateLayout {
        try TemplateLayout(naming, scales: scales)
    }
}

/// A check of all tiles' paths before the first tile is written.
struct NamingCheck {
    let template: PathTemplate

    /// The longest name of a file or folder on common file systems, in bytes.
    private static let longestName = 255
    /// The longest path in a bundle, in bytes. The system allows 4096 bytes with the destination's
    /// path.
    private static let longestPath = 3000

    /// - Throws: ``NamingError`` if two tiles have the same path, or a path is invalid.
    func check(_ pyramids: [Pyramid]) throws(ZigguratError) {
        // For millions of tiles, hashes need a fraction of the memory of paths.
        var hashes: [Int] = []
        hashes.reserveCapacity(pyramids.reduce(0) { $0 + $1.tileCount })
        for pyramid in pyramids {
            for tile in pyramid.tiles {
                let path = template.path(of: tile)
                try check(path)
                hashes.append(path.hashValue)
            }
        }
        hashes.sort()
        let repeated = Set(zip(hashes, hashes.dropFirst()).filter { $0 == $1 }.map(\.0))
        guard !repeated.isEmpty else { return }
        var first: [String: Tile] = [:]
        for tile in pyramids.flatMap({ Array($0.tiles) }) {
            let path = template.path(of: tile)
            guard repeated.contains(path.hashValue) else { continue }
            if let other = first[path] { throw clash(other, tile, path) }
            first[path] = tile
        }
    }

    private func check(_ path: String) throws(ZigguratError) {
        let segments = path.utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let name = String(decoding: segment, as: UTF8.self)
            if segment.count > Self.longestName {
                throw error(at: index, .nameTooLong(bytes: segment.count, limit: Self.longestName))
            }
            if name.isEmpty { throw error(at: index, .emptyName) }
            if name == "." || name == ".." { throw error(at: index, .relativeName(name)) }
            if name.hasPrefix(".") { throw error(at: index, .hiddenName(name)) }
        }
        if segments[0].elementsEqual("viewer".utf8) || path == "index.html" {
            throw error(at: 0, .reservedPath(path))
        }
        if path.utf8.count > Self.longestPath {
            throw error(at: 0, .pathTooLong(bytes: path.utf8.count, limit: Self.longestPath))
        }
    }

    private func clash(_ tile: Tile, _ other: Tile, _ path: String) -> ZigguratError {
        let missing =
            if tile.pyramid.density != other.pyramid.density {
                "{scale}"
            } else if tile.level.index != other.level.index {
                "{z}"
            } else if tile.column != other.column {
                "{x}"
            } else {
                "{y}"
            }
        return error(
            at: path.utf8.count { $0 == UInt8(ascii: "/") },
            .duplicatePath(
                path, [tile.address, other.address],
                densities: [tile.pyramid.density, other.pyramid.density], placeholder: missing,
                isUsed: template.description.contains(missing.dropLast())))
    }

    private func error(at segment: Int, _ kind: NamingError.Kind) -> ZigguratError {
        ZigguratError(
            NamingError(kind, position: template.position(ofSegment: segment)),
            template.description)
    }
}
