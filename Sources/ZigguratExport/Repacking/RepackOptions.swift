public import ZigguratCore
public import ZigguratFormats
public import ZigguratViewer

/// How a pyramid is repacked.
public struct RepackOptions: Sendable {
    /// `nil` keeps the layouts that are there.
    public var layouts: [any Layout]?
    public var container: any ContainerFormat
    /// The name of the export; `nil` is the name of the pyramid.
    public var name: String?
    /// The address of the published destination; `nil` keeps that of the old export.
    public var baseURL: String?
    /// `nil` keeps the viewer of the old export.
    public var viewer: ViewerKind?
    /// Whether an export that is up to date is written again.
    public var isForced: Bool
    public var threadCount: Int
    /// The formats that are recognised.
    public var formats = Formats.standard

    public init(
        layouts: [any Layout]? = nil, container: any ContainerFormat = Formats.folder,
        name: String? = nil, baseURL: String? = nil, viewer: ViewerKind? = nil,
        isForced: Bool = false, threadCount: Int = ExportOptions.defaultThreadCount
    ) {
        self.layouts = layouts
        self.container = container
        self.name = name
        self.baseURL = baseURL
        self.viewer = viewer
        self.isForced = isForced
        self.threadCount = max(1, threadCount)
    }
}
