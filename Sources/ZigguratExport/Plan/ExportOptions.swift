public import ZigguratCore
public import ZigguratFormats
public import ZigguratImaging
public import ZigguratViewer

/// How images are exported.
///
/// Options that show in the result are in ``settings`` and can be used as if they were options
/// themselves: `options.caption`.
@dynamicMemberLookup
public struct ExportOptions: Sendable {
    public var settings = ExportSettings()
    public var layouts: [any Layout]
    public var container: any ContainerFormat
    /// The formats with which the export can be read again.
    public var formats = Formats.standard
    public var tiling: TilingRequest
    /// The file formats that are read at all.
    public var trust: SourceTrust
    /// Images whose longer side is shorter, in pixels, are published as one image instead of
    /// tiles, at most 8192; `nil` tiles every image.
    public var threshold: Int?
    /// The collections of the destination to create.
    public var collections: [any DestinationCollection] = []
    /// Whether exports that are up to date are written again.
    public var isForced = false
    public var threadCount = defaultThreadCount
    /// The memory that an image may take, in bytes; an export that takes more is refused.
    public var memoryLimit = MemoryNeed.machineBytes

    /// One thread for each processor that this process may use.
    public static var defaultThreadCount: Int { PyramidBuilder.defaultThreadCount }

    /// - Parameter layouts: `nil` means the container's default layouts.
    public init(
        source: SourceRequest = SourceRequest(), trust: SourceTrust = SourceTrust(),
        layouts: [any Layout]? = nil, container: any ContainerFormat = Formats.folder,
        tiling: TilingRequest = TilingRequest(), levels: LevelRequest = LevelRequest(),
        caption: Caption = Caption(), baseURL: String? = nil, viewer: ViewerKind = .openseadragon,
        pageAssets: PageAssets = .bundle
    ) {
        self.layouts = layouts ?? container.defaultLayouts
        self.container = container
        self.tiling = tiling
        self.trust = trust
        settings.source = source
        settings.levels = levels
        settings.caption = caption
        settings.baseURL = baseURL
        settings.viewer = viewer
        settings.pageAssets = pageAssets
    }

    public subscript<Value>(dynamicMember path: WritableKeyPath<ExportSettings, Value>) -> Value {
        get { settings[keyPath: path] }
        set { settings[keyPath: path] = newValue }
    }
}
