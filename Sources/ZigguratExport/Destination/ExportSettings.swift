public import ZigguratCore
internal import ZigguratFormats
public import ZigguratImaging
public import ZigguratViewer

/// The options that show in the result of an export, as its manifest records them.
///
/// They are a part of ``Exporter/Options``. An export with other settings than those asked for is out
/// of date.
public struct ExportSettings: Hashable, Sendable, Codable {
    /// The names of the layouts. The plan of an export fills in this field and the next three.
    public internal(set) var layouts: [String] = []
    public internal(set) var container = ""
    public internal(set) var tilings: [Tiling] = []
    /// The settings of layouts that differ from their defaults, by the layout's name.
    public internal(set) var layoutSettings: [String: [String: String]]?
    /// Which page and part of each image is read, how it is turned and scaled.
    public var source = SourceRequest()
    /// Tiles whose samples all differ by at most this much from the background, 0 to 255, are not
    /// written; `nil` writes every tile.
    public var blankTolerance: Int?
    /// The colour behind transparent images and in padding; `nil` is a slide's own background, and
    /// white for other images. A manifest has the colour that was used.
    public var background: RGBColor?
    /// Whether tiles keep transparency, in formats that have it.
    public var alpha = TileEncoding.Alpha.keep
    public var caption = Caption()
    /// The address of the published destination, without a slash at the end.
    public var baseURL: String?
    public var viewer = PageTemplates.Viewer.openseadragon
    /// The language of the pages (BCP 47), such as `de`; `nil` for English pages with texts in the
    /// visitor's language.
    public var language: String?
    /// The largest magnification on the page: pixels of the screen for a pixel of the image, 4 if
    /// `nil`.
    public var maxZoom: Double?
    /// The digest of the templates that pages are made from; `nil` for the library's own.
    public var templates: String?
    public var fixity = ExportSettings.Fixity.none
    /// The name of the book whose page the image is; `nil` for other images.
    package var book: String?
    /// The tour on the page; `nil` without one.
    package var tour: Tour?

    private var levelRequest: Pyramid.LevelRequest?
    private var widths: [Int]?
    private var notedAnnotations: [Annotation]?
    private var hasSource: Bool?
    private var assets: PageTemplates.Assets?
    private var isOffline: Bool?

    // Manifests omit a field that has its default.
    private enum CodingKeys: String, CodingKey {
        case layouts, container, tilings, layoutSettings, source, blankTolerance, background, alpha
        case caption, baseURL, viewer, language, maxZoom, templates, fixity, book, tour
        case levelRequest = "levels"
        case widths = "sizes"
        case notedAnnotations = "annotations"
        case hasSource = "includesSource"
        case assets = "pageAssets"
        case isOffline = "offline"
    }

    public init() {}
}

extension ExportSettings {
    public var levels: Pyramid.LevelRequest {
        get { levelRequest ?? Pyramid.LevelRequest() }
        set { levelRequest = newValue == Pyramid.LevelRequest() ? nil : newValue }
    }

    /// Widths of additional whole images, in pixels; read back in ascending order.
    public var sizes: [Int] {
        get { widths ?? [] }
        set { widths = newValue.isEmpty ? nil : Set(newValue).sorted() }
    }

    /// Comments on places in the image.
    public var annotations: [Annotation] {
        get { notedAnnotations ?? [] }
        set { notedAnnotations = newValue.isEmpty ? nil : newValue }
    }

    /// Whether the export contains a copy of the source file.
    public var includesSource: Bool {
        get { hasSource ?? false }
        set { hasSource = newValue ? true : nil }
    }

    /// Where pages load their scripts from.
    public var pageAssets: PageTemplates.Assets {
        get { assets ?? .bundle }
        set { assets = newValue == .bundle ? nil : newValue }
    }

    /// Whether visitors can keep an image in their browser and open its page without a network.
    public var offline: Bool {
        get { isOffline ?? false }
        set { isOffline = newValue ? true : nil }
    }

    func hasPages(in container: any ContainerFormat) -> Bool {
        viewer != .none && container.holdsPages
    }

    /// Whether bundles in a container have a page beside the file.
    func hasPagesBeside(_ container: any ContainerFormat) -> Bool {
        viewer != .none && container is any RangeReadableContainer
    }
}
