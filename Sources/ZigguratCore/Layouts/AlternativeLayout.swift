/// A layout that adds tiles in a second format: `dzi-avif` beside `dzi`.
///
/// The alternative has the naming and all abilities of the base layout. Pages of the base layout
/// show the tiles of the alternative layout to browsers that decode its format. An export writes
/// both layouts in one pass over the image.
public struct AlternativeLayout: Layout {
    package let base: any Layout
    package let format: TileFormat

    fileprivate init(_ base: any Layout, _ format: TileFormat) {
        (self.base, self.format) = (base, format)
    }

    public var name: String { "\(base.name)-\(format.name)" }
    public var summary: String { base.summary }
    public var naming: any NamingStrategy { base.naming }

    public var rules: TilingRules {
        var rules = base.rules
        rules.fixedFormat = format
        return rules
    }

    public var abilities: LayoutAbilities {
        var abilities = base.abilities
        abilities.alternative = self
        return abilities
    }
}

extension Layout {
    /// Returns this layout with tiles in another format, for an export that contains both formats.
    public func alternative(in format: TileFormat) -> AlternativeLayout {
        AlternativeLayout(self, format)
    }
}

extension AlternativeLayout {
    /// The formats that an alternative layout can have. Some browsers do not decode them;
    /// `tiles/formats.js` detects whether a browser does.
    package static let formats = TileFormat.all.filter { ![.jpeg, .png, .tiff].contains($0) }

    /// The formats that a base layout can have: every browser and client decodes them.
    package static let usualFormats: [TileFormat] = [.jpeg, .png]

    /// Finds the alternative layout with a name; `nil` if the name is unknown.
    package init?(named name: String, of layouts: [any Layout]) {
        for format in Self.formats where name.hasSuffix("-\(format.name)") {
            let base = name.dropLast(format.name.utf8.count + 1)
            guard let layout = layouts.first(where: { $0.name == base }) else { continue }
            self.init(layout, format)
            return
        }
        return nil
    }
}
