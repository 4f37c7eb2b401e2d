public import ZigguratCore
public import ZigguratFormats
public import ZigguratImaging
internal import ZigguratSystem
public import ZigguratViewer

/// How images are exported.
public struct ExportOptions: Sendable {
    /// Which page of each image is read, which part of it, which way up and how large.
    public var source: SourceRequest
    /// What kinds of files are read at all.
    public var trust: SourceTrust
    public var layouts: [any Layout]
    /// What each bundle is written into.
    public var container: any ContainerFormat
    public var tiling: TilingRequest
    public var levels: LevelRequest
    /// How far a sample of a tile may be from the background, 0 to 255, for the tile to be left
    /// out; `nil` leaves none out.
    public var blankTolerance: Int?
    /// Pictures whose longer side is shorter, in pixels, are published as one image instead of
    /// tiles, at most 8192; `nil` tiles every picture.
    public var threshold: Int?
    /// Widths of whole images that are written besides, in pixels.
    public var sizes: [Int]
    /// Stands behind transparent pictures and fills padded tiles; `nil` is the background that a
    /// slide has, and white for everything else.
    public var background: RGBColor?
    /// Whether tiles keep transparency, in formats that can.
    public var alpha: AlphaRule
    public var caption: Caption
    /// What is said of places in the picture.
    public var annotations: [Annotation] = []
    /// Whether the source itself goes into the export, to be downloaded.
    public var includesSource = false
    /// Where the destination will be published, without a slash at the end.
    public var baseURL: String?
    public var viewer: ViewerKind
    /// Those of the destination that are asked for.
    public var collections: [any DestinationCollection] = []
    public var pageAssets: PageAssets
    /// Tells apart the templates that pages are made from; `nil` for the library's own.
    public var templates: String?
    /// What it carries so that one can tell later whether it is whole.
    public var fixity: Fixity
    /// Export again what is up to date.
    public var isForced: Bool
    public var threadCount: Int
    /// What the picture may take in memory, in bytes; an export that takes more is refused.
    public var memoryLimit: Int

    /// - Parameter layouts: `nil` means those that the container takes where nobody names any.
    public init(
        source: SourceRequest = SourceRequest(), trust: SourceTrust = SourceTrust(),
        layouts: [any Layout]? = nil, container: any ContainerFormat = .folder,
        tiling: TilingRequest = TilingRequest(), levels: LevelRequest = LevelRequest(),
        blankTolerance: Int? = nil,
        threshold: Int? = nil, sizes: [Int] = [],
        background: RGBColor? = nil, alpha: AlphaRule = .keep, caption: Caption = Caption(),
        baseURL: String? = nil,
        viewer: ViewerKind = .openseadragon, pageAssets: PageAssets = .bundle,
        templates: String? = nil, fixity: Fixity = .none, isForced: Bool = false,
        threadCount: Int = PyramidBuilder.defaultThreadCount,
        memoryLimit: Int = MemoryNeed.machineBytes
    ) {
        self.source = source
        self.trust = trust
        self.layouts = layouts ?? container.defaultLayouts
        self.container = container
        self.tiling = tiling
        self.levels = levels
        self.blankTolerance = blankTolerance
        self.threshold = threshold
        self.sizes = sizes
        self.background = background
        self.alpha = alpha
        self.caption = caption
        self.baseURL = baseURL
        self.viewer = viewer
        self.pageAssets = pageAssets
        self.templates = templates
        self.fixity = fixity
        self.isForced = isForced
        self.threadCount = threadCount
        self.memoryLimit = memoryLimit
    }
}

/// Everything among the options that shows in the result: an export with other settings is out of
/// date.
public struct ExportSettings: Hashable, Sendable, Codable {
    public let source: SourceRequest
    public let layouts: [String]
    public let container: String
    public let tilings: [Tiling]
    /// What was asked of the levels; `nil` where nothing was.
    public let levels: LevelRequest?
    /// How far a sample may be from the background in tiles that are left out; `nil` where none
    /// are.
    public let blankTolerance: Int?
    /// Widths of further whole images; `nil` where there are none.
    public var sizes: [Int]?
    /// The settings of each layout that has any.
    public let layoutSettings: [String: [String: String]]?
    public let background: RGBColor
    public let alpha: AlphaRule
    public let caption: Caption
    /// What is said of places in the picture; `nil` where nothing is.
    public var annotations: [Annotation]?
    /// Whether the source itself is in the export; `nil` where it is not.
    public var includesSource: Bool?
    public let baseURL: String?
    public let viewer: ViewerKind
    /// `nil` where each bundle has its own.
    public let pageAssets: PageAssets?
    /// The digest of the templates that pages were made from; `nil` for the library's own.
    public let templates: String?
    public let fixity: Fixity
}
