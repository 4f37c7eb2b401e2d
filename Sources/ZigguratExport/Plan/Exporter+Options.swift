public import ZigguratCore
public import ZigguratFormats
public import ZigguratImaging
internal import ZigguratPyramid
public import ZigguratStore
public import ZigguratSystem
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
            container.abilities.isPlainFolder && size.pixelCount >= journalPixels
        }

        public subscript<Value>(dynamicMember path: WritableKeyPath<ExportSettings, Value>) -> Value
        {
            get { settings[keyPath: path] }
            set { settings[keyPath: path] = newValue }
        }
    }
}

extension Exporter.Options {
    /// The most tiles of a bundle that visitors can store.
    static let mostOfflineTiles = 20_000

    /// - Throws: ``OptionError`` if the options exclude tiles in two formats.
    func checkFormats() throws(ZigguratError) {
        guard layouts.contains(where: { $0.abilities.alternative != nil }) else { return }
        if !container.isFolder {
            throw ZigguratError(OptionError.formatsInContainer(container.name))
        }
        if tiling.encoding?.cutsSource == true {
            throw ZigguratError(OptionError.formatsOfSource)
        }
    }

    /// - Throws: ``OptionError`` if the blank tiles of an image differ between the two formats.
    func checkBlanks(of header: SourceHeader) throws(ZigguratError) {
        guard settings.blankTolerance != nil, header.hasAlpha, settings.alpha == .keep,
            let layout = layouts.lazy.compactMap(\.abilities.alternative).first
        else { return }
        let base = tiling.encoding?.format ?? layout.base.rules.formats[0]
        if base.keepsAlpha != layout.format.keepsAlpha {
            throw ZigguratError(OptionError.blanksOfFormats(layout.format))
        }
    }

    /// - Throws: ``OptionError`` if the options exclude offline pages.
    func checkOffline() throws(ZigguratError) {
        guard settings.offline else { return }
        if !container.isFolder {
            throw ZigguratError(OptionError.offlineContainer(container.name))
        }
        if settings.viewer == .none { throw ZigguratError(OptionError.offlineWithoutPage) }
        if settings.pageAssets == .page { throw ZigguratError(OptionError.offlineInOneFile) }
    }

    func checkOffline(_ pyramid: Pyramid) throws(ZigguratError) {
        let (count, limit) = (pyramid.tileCount, Self.mostOfflineTiles)
        if settings.offline, count > limit {
            throw ZigguratError(OptionError.offlineTiles(count, limit: limit))
        }
    }
}

/// Why the options are invalid for an image.
public enum OptionError: ErrorReason {
    case noLayout
    case duplicateLayout(String)
    case unknownCollection(String)
    /// The pin of an annotation is outside the image.
    case annotationOutside(label: String, x: Double, y: Double, image: PixelSize)
    /// Pages in a container that is not a folder cannot share files.
    case sharedAssets(container: String)
    /// A book is a folder, so it cannot be written into this container.
    case bookInContainer(String)
    /// The pages of a book share their scripts, so a page cannot contain its scripts.
    case bookInOneFile
    /// A book consists of all pages of a document, so a page number is not allowed.
    case bookOfOnePage
    /// The tiles in a container have one format, so a second format is not allowed.
    case formatsInContainer(String)
    /// Tiles that are cut from a JPEG without decoding are JPEG, so a second format is not allowed.
    case formatsOfSource
    /// Blank tiles differ between a format with an alpha channel and a format without.
    case blanksOfFormats(TileFormat)
    /// Visitors can store only folder bundles, whose pages load scripts from files.
    case offlineContainer(String)
    case offlineInOneFile
    case offlineWithoutPage
    /// The image has too many tiles. Browsers store a limited number of files.
    case offlineTiles(Int, limit: Int)
    case memoryLimit(ExportPlan.Memory, limit: Int)

    public var code: ZigguratError.Code { .invalidOptions }
}

extension Exporter.Options {
    /// Adds the parts of an existing export that these options do not mention.
    ///
    /// The parts are further widths, the copy of the source, checksums, the public address, and
    /// texts that still match the image.
    ///
    /// - Parameters:
    ///   - kept: the existing export, and whether its source is unchanged; `nil` if it is replaced.
    ///   - folder: the folder of the export.
    ///   - keepsTour: whether the existing tour is kept, if these options have no tour.
    /// - Returns: whether the caption is complete, because it includes the texts of the existing
    ///   export.
    mutating func keepParts(
        of kept: (export: Manifest, isUnchanged: Bool)?, in folder: String, keepsTour: Bool
    ) -> Bool {
        guard let (old, isUnchanged) = kept else { return false }
        settings.sizes += old.settings.sizes
        if old.settings.includesSource { settings.includesSource = true }
        if settings.fixity == .none { settings.fixity = old.settings.fixity }
        settings.baseURL = settings.baseURL ?? old.settings.baseURL
        guard isUnchanged,
            settings.source.ofAnyDepth == old.settings.source.ofAnyDepth
        else { return false }
        if settings.annotations.isEmpty, !removesAnnotations {
            settings.annotations = old.settings.annotations
        }
        if settings.tour == nil, keepsTour,
            TourContent(storedIn: folder, old).hasMedia(of: old.settings.tour)
        {
            settings.tour = old.settings.tour
        }
        settings.caption = old.settings.caption.overlaid(by: settings.caption)
        return true
    }
}

/// A cache of encoded tiles.
package protocol TileCache: Sendable {
    /// Returns the cached tiles whose bytes equal the tiles that an export would encode.
    ///
    /// - Throws: ``ZigguratError`` if the cache cannot be read.
    func tiles(
        of plan: ExportPlan, _ options: Exporter.Options
    ) throws(ZigguratError) -> any EncodedTiles
}

/// Encoded tiles of an image.
package protocol EncodedTiles {
    var isEmpty: Bool { get }

    /// Links the tiles into the folder of an export, or copies them if links fail.
    ///
    /// - Returns: the hash of each file's bytes by the hash of the file's path, as in
    ///   ``ExportJournal``.
    func link(into folder: String) throws(ZigguratError) -> [UInt64: UInt64]
}

extension OptionError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .noLayout: "missing layout"
        case .duplicateLayout(let name): "duplicate layout \(name)"
        case .unknownCollection(let name): "unknown collection \(name)"
        case .annotationOutside(let label, let x, let y, let image):
            "invalid annotation “\(label)”: \(x), \(y) is outside the image of \(image.text) pixels"
        case .sharedAssets(let container):
            "unsupported: pages in a \(container) file cannot share assets"
        case .bookInContainer(let container):
            "unsupported: a book cannot be written in \(container) files"
        case .bookInOneFile: "unsupported: the pages of a book share their scripts"
        case .bookOfOnePage: "unsupported: a book has all pages and one name"
        case .formatsInContainer(let container):
            "unsupported: two tile formats in a \(container) file"
        case .formatsOfSource: "unsupported: lossless JPEG tiles beside tiles of another format"
        case .blanksOfFormats(let format):
            "unsupported: --skip-blanks for transparent images in \(format.name) and jpeg"
        case .offlineContainer(let container): "unsupported: offline pages of a \(container) file"
        case .offlineInOneFile: "unsupported: an offline page needs files for its scripts"
        case .offlineWithoutPage: "unsupported: --offline without a page"
        case .offlineTiles(let count, let limit):
            "too many tiles for an offline page: \(count), the limit is \(limit)"
        case .memoryLimit(let need, let limit):
            "out of memory: the export needs \((need.total + 999_999) / 1_000_000) MB, "
                + "the limit is \(limit / 1_000_000) MB"
        }
    }
}
