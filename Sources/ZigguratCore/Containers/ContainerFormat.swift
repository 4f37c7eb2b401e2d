public import ZigguratSystem

/// A format of bundles: a folder, an archive or a tile database.
///
/// To add a format, write its name, a summary, its path and a ``Container``. Everything else is
/// optional: see ``ContainerAbilities``.
public protocol ContainerFormat: Sendable {
    /// The name on the command line: lower case, no spaces.
    var name: String { get }
    /// A few words about the format and its clients.
    var summary: String { get }
    /// The properties of a bundle in this format.
    var traits: ContainerTraits { get }
    /// What the format can do besides writing a bundle, such as reading its files; nothing by
    /// default.
    var abilities: ContainerAbilities { get }

    /// Returns the bundle's path, relative to its export; unique in the export.
    func path(of bundle: BundleDescription) -> String
    /// Begins a bundle.
    ///
    /// - Parameter path: The path of the new bundle; the enclosing folder exists.
    func open(_ bundle: BundleDescription, at path: String) throws(ZigguratError) -> any Container
}

/// The properties of a bundle in a container format.
public struct ContainerTraits: Sendable {
    /// The layouts that the format can hold, the default first; `nil` if it holds any.
    public var layouts: [any Layout]?
    /// The tile formats that the container format can hold; `nil` if it can hold any.
    public var tileFormats: [TileFormat]?
    /// The default tile size and overlap; `nil` leaves the values to the layout.
    public var tileSize: Int?
    public var overlap: Int?
    /// The edge rule of all tiles; `nil` leaves the rule to the layout.
    public var edge: Tiling.Edge?
    /// The unit of the tile size: the width and the height of tiles are multiples of it.
    public var tileSizeUnit: Int
    /// The options of tile formats that the container's clients cannot read.
    public var refusedOptions: Set<TileEncoding.Option>
    /// Whether a bundle is a folder of plain files.
    public var isFolder: Bool
    /// Whether a bundle contains a page and the files that the page loads.
    public var holdsPages: Bool
    /// How skipped blank tiles are represented; `nil` leaves the representation to the layout.
    public var blanks: TilingRules.Blanks?
    /// The path of a thumbnail in a bundle that has no page, relative to the bundle.
    public var thumbnail: String?
    /// The approximate overhead for each file, for plans.
    public var bytesPerFile: Int
    /// Whether most files with the format's extension are not containers, such as TIFF photographs.
    package var sharesExtension = false

    public init(
        layouts: [any Layout]? = nil, tileFormats: [TileFormat]? = nil, tileSize: Int? = nil,
        overlap: Int? = nil, edge: Tiling.Edge? = nil, tileSizeUnit: Int = 1,
        refusedOptions: Set<TileEncoding.Option> = [], isFolder: Bool = false,
        holdsPages: Bool = false,
        blanks: TilingRules.Blanks? = nil, thumbnail: String? = nil, bytesPerFile: Int = 0
    ) {
        self.layouts = layouts
        self.tileFormats = tileFormats
        self.tileSize = tileSize
        self.overlap = overlap
        self.edge = edge
        self.tileSizeUnit = tileSizeUnit
        self.refusedOptions = refusedOptions
        self.isFolder = isFolder
        self.holdsPages = holdsPages
        self.blanks = blanks
        self.thumbnail = thumbnail
        self.bytesPerFile = bytesPerFile
    }
}

extension ContainerFormat {
    public var abilities: ContainerAbilities { ContainerAbilities() }

    /// The names of the layouts that the format can hold; `nil` if it holds any.
    public var layouts: [String]? { traits.layouts?.map(\.name) }
    public var isFolder: Bool { traits.isFolder }
    public var holdsPages: Bool { traits.holdsPages }
    package var blanks: TilingRules.Blanks? { traits.blanks }
    package var thumbnail: String? { traits.thumbnail }
    package var bytesPerFile: Int { traits.bytesPerFile }

    /// Returns the files that the container adds to the layout's files.
    package func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        try abilities.descriptors?(bundle) ?? []
    }

    package func notes(on bundle: BundleDescription) -> [FormatNote] {
        abilities.notes?(bundle) ?? []
    }

    /// Returns the tiling rules of a layout inside this container.
    package func rules(of layout: any Layout) -> TilingRules {
        var rules = layout.rules
        guard traits.layouts != nil else { return rules }
        rules.container = name
        if let tileSize = traits.tileSize { rules.tileSize = tileSize }
        if let overlap = traits.overlap { rules.overlap = overlap }
        if let edge = traits.edge { (rules.edge, rules.edges) = (edge, [edge]) }
        rules.tileSizeUnit = traits.tileSizeUnit
        rules.refusedOptions = traits.refusedOptions
        if let formats = traits.tileFormats { rules.formats.removeAll { !formats.contains($0) } }
        return rules
    }

    /// Checks that the format can hold bundles of a layout.
    ///
    /// - Throws: ``ContainerError/unsupportedLayout(_:container:supported:)`` or
    ///   ``ContainerError/severalDensities(container:)``.
    package func check(_ layout: any Layout) throws(ZigguratError) {
        if let layouts, !layouts.contains(layout.name) {
            throw ZigguratError(
                ContainerError.unsupportedLayout(
                    layout.name, container: name, supported: layouts))
        }
        // Formats for particular layouts have one tile for each level, column and row.
        if layouts != nil, layout.rules.densities.count > 1 {
            throw ZigguratError(ContainerError.severalDensities(container: name))
        }
    }
}

/// Why a bundle cannot be written into a container.
package enum ContainerError: ErrorReason {
    case unsupportedLayout(String, container: String, supported: [String])
    /// The format has one tile for each address, not one for each pixel density.
    case severalDensities(container: String)
    case unsupportedTileFormat(TileFormat, container: String)
    /// The format requires vector tiles that are compressed with gzip.
    case uncompressedVectorTiles(container: String)
    /// A tile database was given a file that is not a tile.
    case notATile(container: String)
    /// A tile is damaged, or the format cannot describe tiles of its kind.
    case unsupportedTile(TileFormat, container: String)
    /// The tiles of a level differ in a value that the format states once, such as the number of
    /// samples.
    case differentTiles(container: String)
    /// The tile's address is outside the range that the format can number.
    case tileOutOfRange(Tile.Address)
    /// Two files have the same path, or a file's path is another file's folder.
    case duplicatePath
    case duplicateTile
    /// A path exceeds the format's limit, in bytes.
    case pathTooLong(limit: Int)
    /// The file cannot be written; the cause says why.
    case notWritable
    case outOfMemory

    package var code: ZigguratError.Code {
        switch self {
        case .unsupportedLayout, .severalDensities, .unsupportedTileFormat,
            .uncompressedVectorTiles:
            .invalidOptions
        case .duplicatePath, .duplicateTile: .nameClash
        case .notATile, .unsupportedTile, .differentTiles, .tileOutOfRange, .pathTooLong,
            .notWritable:
            .unwritable
        case .outOfMemory: .renderingFailed
        }
    }
}

extension ContainerError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsupportedLayout(let layout, let container, _):
            "the container \(container) cannot hold the layout \(layout)"
        case .severalDensities(let container):
            "the container \(container) cannot hold tiles of several pixel densities"
        case .unsupportedTileFormat(let format, let container):
            "unsupported: \(container) cannot hold \(format) tiles"
        case .uncompressedVectorTiles(let container):
            "unsupported: \(container) cannot hold vector tiles that are not compressed"
        case .unsupportedTile(let format, let container):
            "unsupported tile: damaged, or a \(format) that \(container) cannot store"
        case .differentTiles(let container):
            "unsupported: \(container) needs the same pixel format in all tiles of a level"
        case .notATile(let container): "\(container) can hold only tiles"
        case .tileOutOfRange(let tile): "invalid tile address: \(tile)"
        case .duplicatePath:
            "already exists: two files of the bundle have this path, or one is a folder"
        case .duplicateTile: "already exists: a tile was written twice"
        case .pathTooLong(let limit): "path too long: the limit is \(limit) bytes"
        case .notWritable: "cannot write the file"
        case .outOfMemory: "out of memory"
        }
    }
}
