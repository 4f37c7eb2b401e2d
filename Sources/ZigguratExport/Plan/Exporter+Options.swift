public import ZigguratCore
public import ZigguratFormats
public import ZigguratImaging
public import ZigguratStore
internal import ZigguratSystem
public import ZigguratViewer

extension Exporter {
    /// How images are exported.
    ///
    /// Options that show in the result are in ``settings`` and can be used as if they were options
    /// themselves: `options.caption`.
    @dynamicMemberLookup
    public struct Options: Sendable {
        public var settings = ExportSettings()
        public var layouts: [any Layout]
        public var container: any ContainerFormat
        /// The formats with which the export can be read again.
        public var formats = Formats.standard
        public var tiling: Tiling.Request
        /// The file formats that are read at all.
        public var trust: SourceRequest.Trust
        /// Images whose longer side is shorter, in pixels, are published as one image instead of
        /// tiles, at most 8192; `nil` tiles every image.
        public var threshold: Int?
        /// The names of the collections to create in the destination, such as `dzc`.
        public var collections: [String] = []
        /// The direction in which the pages of books follow each other; `nil` does not state it, or
        /// keeps that of a book that exists.
        public var readingDirection: ReadingDirection?
        /// The names of the web hosts whose files are written in the destination.
        package var hosts: [String] = []
        /// Whether an export replaces an older one of its name completely, also one of another
        /// source. Otherwise bundles and other parts that are not asked for are kept, and an export
        /// of another source is refused.
        public var replaces = false
        /// Whether an empty list of annotations removes those of an older export.
        package var removesAnnotations = false
        /// The images and sounds of the tour, by their names; those that are missing here are read from
        /// the export that exists.
        package var tourMedia: [String: [UInt8]] = [:]
        /// Whether ``Exporter/describe(cancellation:report:)`` changes the language of pages.
        public var changesLanguage = false
        /// Whether exports that are up to date are written again.
        public var isForced = false
        /// Whether an export continues an interrupted one of the same image with the same options,
        /// which has at least 100 megapixels and no container. Otherwise it starts over.
        public var continuesInterrupted = true
        /// From where tiles are reused, such as the caches of live servers; `nil` encodes all tiles.
        package var cachedTiles: (any TileCache)?
        /// The number of pixels from which an interrupted export can be continued.
        package var journalPixels = 100_000_000
        /// The most columns of a band of an image that is divided among shards.
        package var widestBand = PyramidBuilder.widestBand
        /// Whether files are flushed to the disk before an export appears, so that a power failure
        /// leaves either a whole export or none.
        public var syncs = true
        public var threadCount = defaultThreadCount
        /// The memory that an image may take, in bytes; an export that takes more is refused.
        public var memoryLimit = ExportPlan.Memory.machineBytes

        /// One thread for each processor that this process may use.
        public static var defaultThreadCount: Int { WorkerThreads.defaultCount }

        /// - Parameter layouts: `nil` means the container's default layouts.
        public init(
            source: SourceRequest = SourceRequest(),
            trust: SourceRequest.Trust = SourceRequest.Trust(),
            layouts: [any Layout]? = nil, container: any ContainerFormat = Formats.folder,
            tiling: Tiling.Request = Tiling.Request(),
            levels: Pyramid.LevelRequest = Pyramid.LevelRequest(),
            caption: Caption = Caption(), baseURL: String? = nil,
            viewer: PageTemplates.Viewer = .openseadragon,
            pageAssets: PageTemplates.Assets = .bundle
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

        func keepsJournal(of size: PixelSize) -> Bool {
            container is FolderFormat && size.pixelCount >= journalPixels
        }

        public subscript<Value>(dynamicMember path: WritableKeyPath<ExportSettings, Value>) -> Value
        {
            get { settings[keyPath: path] }
            set { settings[keyPath: path] = newValue }
        }
    }
}
