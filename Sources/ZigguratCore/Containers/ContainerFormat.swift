public import ZigguratSystem

/// A format that bundles are written into: a folder, an archive, a tile database.
///
/// A format of your own needs a name, a summary, a path and a ``Container`` that writes.
public protocol ContainerFormat: Sendable {
    /// The name on the command line: lower case, no spaces.
    var name: String { get }
    /// The format and its clients, in a few words.
    var summary: String { get }
    /// What a bundle in this format holds.
    var traits: ContainerTraits { get }

    /// The bundle's path, relative to its export; unique in the export.
    func path(of bundle: BundleDescription) -> String
    /// Begins a bundle.
    ///
    /// - Parameter path: Where it is written; the enclosing folder exists.
    func open(_ bundle: BundleDescription, at path: String) throws(ZigguratError) -> any Container
}

/// A container format that adds files to a bundle, or has advice for its publisher.
package protocol DescribedContainer: ContainerFormat {
    /// The container's own files in a bundle, besides those of the layout.
    func descriptors(of bundle: BundleDescription) throws(ZigguratError) -> [BundleFile]
    func notes(on bundle: BundleDescription) -> [FormatNote]
}

/// What a bundle in a container format holds.
public struct ContainerTraits: Sendable {
    /// The layouts that the format can hold, the default first; `nil` if it holds any.
    public var layouts: [any Layout]?
    /// The tile formats that it can hold; `nil` if it holds any.
    public var tileFormats: [TileFormat]?
    /// Its default tile size and overlap; `nil` leaves them to the layout.
    public var tileSize: Int?
    public var overlap: Int?
    /// The edge rule of all its tiles; `nil` leaves it to the layout.
    public var edge: Tiling.Edge?
    /// The number that the sides of tiles are multiples of.
    public var tileSizeUnit: Int
    /// The options of tile formats that its clients cannot read.
    public var refusedOptions: Set<TileEncoding.Option>
    /// Whether a bundle is a folder of plain files.
    public var isFolder: Bool
    /// Whether a bundle has a page and the files that the page loads.
    public var holdsPages: Bool
    /// How skipped blank tiles are represented; `nil` leaves it to the layout.
    public var blanks: TilingRules.Blanks?
    /// The path of a thumbnail in a bundle that has no page, relative to the bundle.
    public var thumbnail: String?
    /// The approximate overhead for each file, for plans.
    public var bytesPerFile: Int
    /// Whether most files with its extension are not containers, such as photographs in TIFF.
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

    /// The tiling rules of a layout inside this container.
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

    /// - Throws: ``ContainerFailure/unsupportedLayout(_:container:supported:)``.
    package func check(_ layout: any Layout) throws(ZigguratError) {
        if let layouts, !layouts.contains(layout.name) {
            throw ZigguratError(
                ContainerFailure.unsupportedLayout(
                    layout.name, container: name, supported: layouts))
        }
    }
}
