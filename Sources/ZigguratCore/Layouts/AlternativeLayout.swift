public import ZigguratSystem

/// A layout that adds tiles in a second format: `dzi-avif` beside `dzi`.
///
/// It has the naming and the descriptors of the base layout. Pages of the base layout show the
/// tiles of the alternative layout to browsers that decode its format. An export writes both
/// layouts in one pass over the image.
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
    /// Returns this layout with tiles in another format, for an export that contains both formats.
    public func alternative(in format: TileFormat) -> AlternativeLayout {
        AlternativeLayout(self, format)
    }

    /// The base of an alternative layout; otherwise the layout itself.
    package var original: any Layout { (self as? AlternativeLayout)?.base ?? self }
}

extension AlternativeLayout {
    /// The formats that an alternative layout can have. Some browsers do not decode them;
    /// `formats.js` detects whether a browser does.
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

// The alternative layout has all abilities of its base layout.

extension AlternativeLayout: DescriptorWriting {
    // Pages link to the manifest of the base layout.
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
