public import ZigguratSystem

/// What a layout can do besides naming tiles. Each ability is optional.
///
/// A layout returns its abilities from ``Layout/abilities``:
///
///     var abilities: LayoutAbilities {
///         LayoutAbilities { $0.descriptors = makeDescriptors }
///     }
///
/// A new ability is a member of this value, and code that uses the member. ``AlternativeLayout``
/// returns the value of its base layout, so it has every ability of its base layout.
public struct LayoutAbilities: Sendable {
    // What the layout writes.

    /// Returns the files that describe the pyramid to its clients, such as `info.json`.
    public var descriptors:
        (@Sendable (_ bundle: BundleDescription) throws(ZigguratError) -> [BundleFile])?
    /// The path of the IIIF Presentation manifest among the descriptors. Pages link to it.
    public var presentationManifest: String?
    /// Returns the paths of a tile, for a layout whose clients request a tile by several paths, or
    /// that has no file for some tiles. The path of the layout's naming is first. Empty if a tile
    /// of a larger level has that path.
    public var paths: (@Sendable (_ tile: Tile) -> [String])?
    /// Returns the levels that are also written as one image each.
    public var wholeImages: (@Sendable (_ pyramid: Pyramid) -> [WholeImage])?
    /// Returns the levels of an image, for a layout whose levels depend on the image or on its
    /// tiling. Otherwise the levels follow from the rules.
    package var levels: (@Sendable (_ imageSize: PixelSize, _ tiling: Tiling) -> PyramidShape)?
    /// Returns the further pyramids of an image that are written into the same bundle. Otherwise
    /// the bundle has one pyramid for each density of the rules.
    package var furtherPyramids: (@Sendable (_ pyramid: Pyramid) -> [Pyramid])?
    /// The document of a book whose pages are bundles of the layout.
    package var book: (any BookDescribing)?

    // What the layout knows before it writes.

    /// The settings that other layouts do not have. The settings are options of the command line.
    package var settings: (any ConfigurableLayout)?
    /// Checks that every tile has a valid path, for a layout that cannot name the tiles of every
    /// pyramid. Called before any file is written, with all pyramids of one image, or with an empty
    /// list if no image is known yet.
    package var check: (@Sendable (_ pyramids: [Pyramid]) throws(ZigguratError) -> Void)?
    /// Returns advice for the publisher of a bundle.
    package var notes: (@Sendable (_ bundle: BundleDescription) -> [FormatNote])?

    // How pyramids of any program are read, for `verify`, `repack` and `serve`.

    /// Returns the pyramids of this layout at the top of a folder, as their descriptors or tiles
    /// describe them; empty if the folder has no pyramid of this layout.
    package var findPyramids:
        (@Sendable (_ files: any BundleFiles) throws(ZigguratError) -> [PyramidReading])?
    /// Returns further paths under which other programs write a tile.
    package var otherPaths: (@Sendable (_ tile: Tile) -> [String])?

    /// The layout itself, if it repeats the tiles of another layout in a second format.
    package internal(set) var alternative: AlternativeLayout?

    public init(_ set: (inout LayoutAbilities) -> Void = { _ in }) { set(&self) }
}

extension Layout {
    /// Returns the files that describe the pyramid to its clients.
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        try abilities.descriptors?(bundle) ?? []
    }

    /// Returns every path of a tile: its own path, then its aliases.
    public func files(of tile: Tile) -> [String] { TilePaths(of: self).files(of: tile) }

    /// Returns the tile that is written to a path; `nil` for other paths.
    package func tile(at path: String, in pyramid: Pyramid) -> Tile? {
        naming.tile(at: path, in: pyramid).flatMap { files(of: $0).contains(path) ? $0 : nil }
    }

    package func aliases(of tile: Tile) -> [String] { TilePaths(of: self).aliases(of: tile) }

    /// Whether a tile is written; `false` if a tile of a larger level has its path.
    package func isWritten(_ tile: Tile) -> Bool { TilePaths(of: self).isWritten(tile) }

    package func wholeImages(of pyramid: Pyramid) -> [WholeImage] {
        abilities.wholeImages?(pyramid) ?? []
    }

    package func shape(for imageSize: PixelSize, cut tiling: Tiling) -> PyramidShape {
        abilities.levels?(imageSize, tiling) ?? rules.levels.shape
    }

    /// Returns the further pyramids in the bundle of a pyramid.
    package func companions(of pyramid: Pyramid) -> [Pyramid] {
        abilities.furtherPyramids?(pyramid) ?? pyramid.atDensities(rules.densities)
    }

    package func check(_ pyramids: [Pyramid]) throws(ZigguratError) {
        try abilities.check?(pyramids)
    }

    package func notes(on bundle: BundleDescription) -> [FormatNote] {
        abilities.notes?(bundle) ?? []
    }

    /// Whether pyramids of this layout are recognised by their files.
    package var isKnownByItsFiles: Bool { abilities.findPyramids != nil }

    package func pyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] {
        try abilities.findPyramids?(files) ?? []
    }

    /// The path of the IIIF Presentation manifest that pages link to. Pages link to the manifest of
    /// a base layout, and not to the manifest of its alternative.
    package var presentationManifest: String? {
        let abilities = abilities
        return abilities.alternative == nil ? abilities.presentationManifest : nil
    }
}

/// The paths of a layout's tiles. A loop over many tiles reads ``Layout/abilities`` once.
package struct TilePaths: Sendable {
    private let naming: any NamingStrategy
    private let all: (@Sendable (_ tile: Tile) -> [String])?
    private let other: (@Sendable (_ tile: Tile) -> [String])?

    package init(of layout: any Layout) {
        let abilities = layout.abilities
        (naming, all, other) = (layout.naming, abilities.paths, abilities.otherPaths)
    }

    /// Returns every path of a tile: its own path, then its aliases.
    package func files(of tile: Tile) -> [String] { all?(tile) ?? [naming.path(of: tile)] }

    package func aliases(of tile: Tile) -> [String] {
        all.map { Array($0(tile).dropFirst()) } ?? []
    }

    /// Whether a tile is written; `false` if a tile of a larger level has its path.
    package func isWritten(_ tile: Tile) -> Bool { all?(tile).isEmpty != true }

    /// Returns further paths under which other programs write a tile.
    package func otherPaths(of tile: Tile) -> [String] { other?(tile) ?? [] }
}
