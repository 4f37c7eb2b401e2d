public import ZigguratCore
public import ZigguratFormats
public import ZigguratImaging
internal import ZigguratPyramid
public import ZigguratStore
internal import ZigguratSystem
public import ZigguratViewer

extension Exporter {
    /// The options for exporting images.
    ///
    /// Options that affect the result are in ``settings``, and are accessible as members of the
    /// options: `options.caption`.
    @dynamicMemberLookup
    public struct Options: Sendable {
        public var settings = ExportSettings()
        public var layouts: [any Layout]
        public var container: any ContainerFormat
        /// The formats that are used to read the export again.
        public var formats = Formats.standard
        public var tiling: Tiling.Request
        /// The file formats that may be read.
        public var trust: SourceRequest.Trust
        /// The threshold in pixels, at most 8192. An image whose longer side is shorter is
        /// published as one image instead of tiles; `nil` tiles every image.
        public var threshold: Int?
        /// The names of the collections to create in the destination, such as `dzc`.
        public var collections: [String] = []
        /// The reading direction of books; `nil` leaves it out, or keeps the reading direction of
        /// an existing book.
        public var readingDirection: ReadingDirection?
        /// The names of the web hosts whose configuration files are written into the destination.
        package var hosts: [String] = []
        /// Whether an export replaces the existing export of its name completely, even if the
        /// sources differ.
        ///
        /// If `false`, bundles and other parts that are not requested are kept, and a different
        /// source is rejected.
        public var replaces = false
        /// Whether an empty list of annotations removes the annotations of an existing export.
        package var removesAnnotations = false
        /// The images and sounds of the tour, by name. Missing files are read from the existing
        /// export.
        package var tourMedia: [String: [UInt8]] = [:]
        /// Whether ``Exporter/describe(cancellation:report:)`` changes the language of pages.
        public var changesLanguage = false
        /// Whether exports that are up to date are written again.
        public var isForced = false
        /// Whether an export continues an interrupted export of this image with these options;
        /// `false` starts over. Only images of at least 100 megapixels that are exported into a
        /// folder can be continued.
        public var continuesInterrupted = true
        /// The cache of encoded tiles, such as the caches of live servers; `nil` encodes all tiles.
        package var cachedTiles: (any TileCache)?
        /// The fewest pixels of an image whose interrupted export can be continued.
        package var journalPixels = 100_000_000
        /// The largest width of a band of an image that is divided among shards, in columns.
        package var widestBand = PyramidBuilder.widestBand
        /// Whether files are flushed before an export appears. After a power failure, each export
        /// is then either complete or missing.
        public var syncs = true
        public var threadCount = defaultThreadCount
        /// The most memory for one image, in bytes. An export that needs more memory is rejected.
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
