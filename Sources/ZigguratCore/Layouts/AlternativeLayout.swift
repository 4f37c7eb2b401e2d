public import ZigguratSystem

/// A layout with its tiles in a second format: `dzi-avif` beside `dzi`.
///
/// Its files are those of the layout that it is made from. Pages of that layout show the tiles of
/// this one to browsers that decode the format. Both are written in one pass over the image.
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
}

extension Layout {
    /// The same layout with its tiles in another format, for an export that has both.
    public func alternative(in format: TileFormat) -> AlternativeLayout {
        AlternativeLayout(self, format)
    }

    /// The layout of an alternative one; otherwise the layout itself.
    package var original: any Layout { (self as? AlternativeLayout)?.base ?? self }
}

extension AlternativeLayout {
    /// The formats that can stand beside another one. Some browsers do not decode them; `formats.js`
    /// knows how to find out.
    package static let formats = TileFormat.all.filter { ![.jpeg, .png, .tiff].contains($0) }

    /// The formats beside which others can stand: every browser and client decodes them.
    package static let usualFormats: [TileFormat] = [.jpeg, .png]

    /// The alternative layout of a name; `nil` if the name is that of no such layout.
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

// What the original layout can do besides.

extension AlternativeLayout: DescriptorWriting {
    // The manifest of the original layout is the one to link to.
    public var presentationManifest: String? { nil }

    public func makeDescriptors(
        of bundle: BundleDescription
    ) throws(ZigguratError) -> [BundleFile] {
        try base.descriptors(of: bundle)
    }
}

extension AlternativeLayout: AliasedLayout {
    public func paths(of tile: Tile) -> [String] { base.files(of: tile) }
}

extension AlternativeLayout: WholeImageLayout {
    public func makeWholeImages(of pyramid: Pyramid) -> [WholeImage] {
        base.wholeImages(of: pyramid)
    }
}

extension AlternativeLayout: AdaptiveLayout {
    package func levels(for imageSize: PixelSize, tiling: Tiling) -> PyramidShape {
        base.shape(for: imageSize, cut: tiling)
    }

    package func furtherPyramids(of pyramid: Pyramid) -> [Pyramid] {
        base.companions(of: pyramid)
    }
}

extension AlternativeLayout: ReadableLayout {
    package func findPyramids(
        in files: any BundleFiles
    ) throws(ZigguratError) -> [PyramidReading] {
        try base.pyramids(in: files)
    }

    package func otherPaths(of tile: Tile) -> [String] { base.foreignPaths(of: tile) }
}

extension AlternativeLayout: PyramidChecking {
    package func validate(_ pyramids: [Pyramid]) throws(ZigguratError) {
        try base.check(pyramids)
    }
}

extension AlternativeLayout: AdvisingLayout {
    package func makeNotes(on bundle: BundleDescription) -> [FormatNote] { base.notes(on: bundle) }
}
