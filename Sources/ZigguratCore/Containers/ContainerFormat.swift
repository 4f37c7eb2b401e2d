public import ZigguratSystem

/// A format of bundles: a folder, an archive or a tile database.
///
/// To add a format, write its name, a summary, its path and a ``Container``.
public protocol ContainerFormat: Sendable {
    /// The name on the command line: lower case, no spaces.
    var name: String { get }
    /// A few words about the format and its clients.
    var summary: String { get }
    /// The properties of a bundle in this format.
    var traits: ContainerTraits { get }

    /// Returns the bundle's path, relative to its export; unique in the export.
    func path(of bundle: BundleDescription) -> String
    /// Begins a bundle.
    ///
    /// - Parameter path: The path of the new bundle; the enclosing folder exists.
    func open(_ bundle: BundleDescription, at path: String) throws(ZigguratError) -> any Container
}

/// A container format that adds files to a bundle, or has advice for its publisher.
package protocol DescribedContainer: ContainerFormat {
    /// Returns the files that the container adds to the layout's files.
    func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    func notes(on bundle: BundleDescription) -> [FormatNote]
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
    /// The names of the layouts that the format can hold; `nil` if it holds any.
    public var layouts: [String]? { traits.layouts?.map(\.name) }
    public var isFolder: Bool { traits.isFolder }
    public var holdsPages: Bool { traits.holdsPages }
    package var blanks: TilingRules.Blanks? { traits.blanks }
    package var thumbnail: String? { traits.thumbnail }
    package var bytesPerFile: Int { traits.bytesPerFile }

    package func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile] {
        try (self as? any DescribedContainer)?.descriptors(of: bundle) ?? []
    }

    package func notes(on bundle: BundleDescription) -> [FormatNote] {
        (self as? any DescribedContainer)?.notes(on: bundle) ?? []
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
    /// - Throws: ``ContainerFailure/unsupportedLayout(_:container:supported:)``.
    package func check(_ layout: any Layout) throws(ZigguratError) {
        if let layouts, !layouts.contains(layout.name) {
            throw ZigguratError(
                ContainerFailure.unsupportedLayout(
                    layout.name, container: name, supported: layouts))
        }
    }
}
