public import ZigguratSystem

/// A way to lay a pyramid out in files: how it is cut, what its tiles are called, and which
/// descriptors stand beside them.
///
/// A layout is a small value. The built-in ones stand in ``LayoutRegistry``, each in a file of its
/// own. One of your own needs a name, a sentence and a naming:
///
///     struct Shelf: Layout {
///         let name = "shelf"
///         let summary = "rows as folders"
///         let naming: any NamingStrategy = .template("{level}/row{row}/{column}.{ext}")
///     }
public protocol Layout: Sendable {
    /// The name on the command line and of the bundle's folder: lower case, no spaces.
    var name: String { get }
    /// What it is and who reads it, in a few words.
    var summary: String { get }
    /// What the tiling may be, and what it is where nobody says.
    var rules: TilingRules { get }
    /// How far down its pyramids go.
    var depth: PyramidDepth { get }
    /// Which levels they have besides, and how the grids lie.
    var shape: PyramidShape { get }
    /// The same for an image of a size that is cut in a certain way, where that makes a difference.
    func shape(for imageSize: PixelSize, cut tiling: Tiling) -> PyramidShape
    /// What a person may change of that.
    var levelRules: LevelRules { get }
    /// The densities at which every tile is there, 1, 2, 4 …: at 2 it shows the same with twice as
    /// many pixels along each side.
    var densities: [Int] { get }
    /// What can be set of it that other layouts do not have, as it is set now, by the names of the
    /// options: `["zoomify-rounding": "floor"]`.
    var settings: [String: String] { get }
    /// What becomes of tiles without a picture where they are to be left out.
    var blanks: BlankRule { get }
    /// What its tiles are called.
    var naming: any NamingStrategy { get }

    /// The same layout with some of its ``settings`` changed.
    ///
    /// - Throws: ``ZigguratError`` where a value is none that it can have.
    func with(_ settings: [String: String]) throws(ZigguratError) -> any Layout
    /// Looks at pyramids before anything is written.
    ///
    /// - Parameter pyramids: one for each density, of the same image; none before an image is
    ///   known.
    /// - Throws: ``ZigguratError`` where their tiles cannot be written.
    func check(_ pyramids: [Pyramid]) throws(ZigguratError)

    /// Further pyramids of the same image whose tiles are in the bundle too.
    func companions(of pyramid: Pyramid) -> [Pyramid]
    /// Whether a tile is a file of its own; `false` where a tile of a larger level already answers
    /// at its path, as IIIF has it for a corner of a single pixel.
    func isWritten(_ tile: Tile) -> Bool
    /// Further paths under which clients ask for the same tile; real files in the bundle.
    func aliases(of tile: Tile) -> [String]
    /// Everything that a tile is written as: its path and then its aliases; nothing where it is no
    /// file of its own. Asked for each tile, so a layout that knows all of it at once says so here.
    func files(of tile: Tile) -> [String]
    /// Whole images of single levels, written besides the tiles.
    func wholeImages(of pyramid: Pyramid) -> [WholeImage]
    /// The files that describe the pyramid to its clients.
    func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    /// The path of the IIIF Presentation manifest among the descriptors, for viewers that take one.
    var presentationManifest: String? { get }
    /// What the publisher should know, one sentence each.
    func notes(on bundle: BundleDescription) -> [String]
    /// Whether ``pyramids(in:)`` finds what an export in this layout writes, by the files that it
    /// has for its clients.
    var isKnownByItsFiles: Bool { get }
    /// The pyramids of this layout that lie at the top of a folder, whoever wrote them, with what
    /// their descriptors say; nothing where there is none.
    func pyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading]
    /// Further paths under which other tools write a tile; where one of them is there, nothing is
    /// missing.
    func foreignPaths(of tile: Tile) -> [String]
}

extension Layout {
    public var rules: TilingRules { TilingRules() }
    public var depth: PyramidDepth { .oneTile }
    public var shape: PyramidShape { PyramidShape(depth: depth) }
    public func shape(for imageSize: PixelSize, cut tiling: Tiling) -> PyramidShape { shape }
    public var levelRules: LevelRules { .free }
    public var densities: [Int] { [1] }
    public var settings: [String: String] { [:] }
    public var blanks: BlankRule { .written }
    public func with(_ settings: [String: String]) throws(ZigguratError) -> any Layout { self }
    public func check(_ pyramids: [Pyramid]) throws(ZigguratError) {}
    public func companions(of pyramid: Pyramid) -> [Pyramid] {
        densities.sorted(by: >).filter { $0 != pyramid.density }.map(pyramid.atDensity)
    }
    public func isWritten(_ tile: Tile) -> Bool { true }
    public func aliases(of tile: Tile) -> [String] { [] }
    public func files(of tile: Tile) -> [String] {
        isWritten(tile) ? [naming.path(of: tile)] + aliases(of: tile) : []
    }
    public func wholeImages(of pyramid: Pyramid) -> [WholeImage] { [] }
    public func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        []
    }
    public var presentationManifest: String? { nil }
    public func notes(on bundle: BundleDescription) -> [String] { [] }
    public var isKnownByItsFiles: Bool { false }
    public func pyramids(in files: any BundleFiles) throws(ZigguratError) -> [PyramidReading] { [] }
    public func foreignPaths(of tile: Tile) -> [String] { [] }
}

/// A level as a single image, without tiles.
public struct WholeImage: Hashable, Sendable {
    public let level: Level
    /// Where it is written; the first path is the file, the others are the same again.
    public let paths: [String]
    /// How it is encoded; `nil` is as the tiles are.
    public let encoding: TileEncoding?

    /// The longest side that a whole image may have, in pixels: its rows wait in memory until all
    /// are there.
    public static let maximumSide = 1024

    public init(level: Level, paths: [String], encoding: TileEncoding? = nil) {
        precondition(level.size.longSide <= Self.maximumSide, "a whole image is a small one")
        precondition(!paths.isEmpty, "an image needs a path")
        self.level = level
        self.paths = paths
        self.encoding = encoding
    }
}
