internal import FoundationEssentials
public import ZigguratCore
internal import ZigguratFormats
public import ZigguratImaging
package import ZigguratSystem
public import ZigguratViewer

/// The options that affect the result of an export, as the export's manifest records them.
///
/// The settings are a part of `Exporter.Options`. If they differ from the requested settings, the
/// export is out of date.
public struct ExportSettings: Hashable, Sendable, Codable {
    /// The names of the layouts. The plan of an export sets ``layouts``, ``container``, ``tilings``
    /// and ``layoutSettings``.
    public package(set) var layouts: [String] = []
    public package(set) var container = ""
    public package(set) var tilings: [Tiling] = []
    /// The settings of layouts that differ from their defaults, by the layout's name.
    public package(set) var layoutSettings: [String: [String: String]]?
    /// The page and region of each image, and its rotation and scaling.
    public var source = SourceRequest()
    /// Skips tiles whose samples all differ from the background by at most this value, 0 to 255;
    /// `nil` writes every tile.
    public var blankTolerance: Int?
    /// The colour behind transparent images and in padding.
    ///
    /// `nil` uses a slide's own background, and white for other images. A manifest records the
    /// colour that was used.
    public var background: RGBColor?
    /// Whether tiles keep transparency, if their format supports it.
    public var alpha = TileEncoding.Alpha.keep
    public var caption = Caption()
    /// The public address of the destination, without a trailing slash.
    public var baseURL: String?
    public var viewer = PageTemplates.Viewer.openseadragon
    /// The language of the pages (BCP 47), such as `de`. `nil` writes English pages that show texts
    /// in the visitor's language.
    public var language: String?
    /// The largest magnification on the page, in screen pixels per image pixel; `nil` means 4.
    public var maxZoom: Double?
    /// The text over saved and embedded views of the page; `nil` without a text.
    public var watermark: String?
    /// The digest of the templates that pages are made from; `nil` for the built-in templates.
    public var templates: String?
    public var fixity = ExportSettings.Fixity.none
    /// The name of the book that the image is a page of; `nil` for other images.
    package var book: String?
    /// The tour on the page; `nil` without a tour.
    package var tour: Tour?

    private var levelRequest: Pyramid.LevelRequest?
    private var widths: [Int]?
    private var notedAnnotations: [Annotation]?
    private var hasSource: Bool?
    private var assets: PageTemplates.Assets?
    private var isOffline: Bool?
    private var shareParts: [SharePart]?

    // Manifests omit fields that have their default values.
    private enum CodingKeys: String, CodingKey {
        case layouts, container, tilings, layoutSettings, source, blankTolerance, background, alpha
        case caption, baseURL, viewer, language, maxZoom, watermark, templates, fixity, book
        case tour
        case levelRequest = "levels"
        case widths = "sizes"
        case notedAnnotations = "annotations"
        case hasSource = "includesSource"
        case assets = "pageAssets"
        case isOffline = "offline"
        case shareParts = "share"
    }

    public init() {}
}

extension ExportSettings {
    public var levels: Pyramid.LevelRequest {
        get { levelRequest ?? Pyramid.LevelRequest() }
        set { levelRequest = newValue == Pyramid.LevelRequest() ? nil : newValue }
    }

    /// The widths of additional whole images, in pixels and ascending order.
    public var sizes: [Int] {
        get { widths ?? [] }
        set { widths = newValue.isEmpty ? nil : Set(newValue).sorted() }
    }

    /// The comments on places in the image.
    public var annotations: [Annotation] {
        get { notedAnnotations ?? [] }
        set { notedAnnotations = newValue.isEmpty ? nil : newValue }
    }

    /// Whether the export contains a copy of the source file.
    public var includesSource: Bool {
        get { hasSource ?? false }
        set { hasSource = newValue ? true : nil }
    }

    /// The place that pages load their scripts from.
    public var pageAssets: PageTemplates.Assets {
        get { assets ?? .bundle }
        set { assets = newValue == .bundle ? nil : newValue }
    }

    /// Whether visitors can store the image in their browser and open its page without a network.
    public var offline: Bool {
        get { isOffline ?? false }
        set { isOffline = newValue ? true : nil }
    }

    /// The parts of *Share* on the page.
    public var share: Set<SharePart> {
        get { Set(shareParts ?? SharePart.allCases) }
        set {
            let parts = SharePart.allCases.filter(newValue.contains)
            shareParts = parts == SharePart.allCases ? nil : parts
        }
    }

    package func hasPages(in container: any ContainerFormat) -> Bool {
        viewer != .none && container.holdsPages
    }

    /// Whether a bundle in this container has a page beside its file.
    package func hasPagesBeside(_ container: any ContainerFormat) -> Bool {
        viewer != .none && container.abilities.ranges != nil
    }
}

extension ExportSettings {
    /// The kind of checksums in an export.
    public enum Fixity: String, Hashable, Sendable, Codable, CaseIterable {
        case none
        /// The SHA-256 of every file, in the file `checksums.sha256`.
        case checksums
        /// A BagIt 1.0 bag (RFC 8493).
        case bag

        /// The folder of an export that contains everything to publish, with a trailing slash.
        /// Empty if this folder is the export itself.
        package var payload: String { self == .bag ? Bag.payload : "" }

        package func seal(
            _ folder: String, _ manifest: Manifest, threadCount: Int, in container: any Container
        ) throws(ZigguratError) {
            switch self {
            case .none: return
            case .checksums:
                let list = try ChecksumList(of: FolderFiles(folder), threadCount: threadCount)
                try container.write(
                    BundleFile(path: ChecksumList.fileName, bytes: Array(list.text.utf8)))
            case .bag:
                try Bag(manifest: manifest).write(
                    around: folder, threadCount: threadCount, in: container)
            }
        }
    }
}

/// An export as a bag: its files are in `data`; a description and checksums are beside this folder.
///
/// Source: RFC 8493, The BagIt File Packaging Format (V1.0), sections 2.1 and 2.2.
package struct Bag {
    package static let payload = "data/"
    package static let information = "bag-info.txt"
    package static let payloadList = "manifest-sha256.txt"
    package static let tagList = "tagmanifest-sha256.txt"
    /// The label of the payload's size in bytes and its number of files.
    package static let oxum = "Payload-Oxum"

    package let manifest: Manifest

    package init(manifest: Manifest) {
        self.manifest = manifest
    }

    package func write(
        around folder: String, threadCount: Int, in container: any Container
    ) throws(ZigguratError) {
        let files = FolderFiles(folder)
        let payload = try ChecksumList(of: files, threadCount: threadCount) {
            $0.utf8.starts(with: Self.payload.utf8)
        }
        for (path, text) in [
            ("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n"),
            (
                Self.information,
                information(byteCount: payload.byteCount, fileCount: payload.entries.count)
            ),
            (Self.payloadList, Self.lines(payload)),
        ] {
            try container.write(BundleFile(path: path, bytes: Array(text.utf8)))
        }
        let tags = try ChecksumList(of: files, threadCount: 1) {
            !$0.utf8.starts(with: Self.payload.utf8)
        }
        try container.write(
            BundleFile(path: Self.tagList, bytes: Array(Self.lines(tags).utf8)))
    }

    /// Returns the text of `bag-info.txt`: reserved labels of section 2.2.2, and the licence.
    package func information(byteCount: Int, fileCount: Int) -> String {
        let caption = manifest.settings.caption
        let lines: [(String, String?)] = [
            ("External-Identifier", manifest.name),
            ("External-Description", caption.description ?? caption.title),
            ("Source-Organization", caption.attribution),
            ("Rights", caption.rights),
            (
                "Bagging-Date",
                Date(timeIntervalSince1970: Double(SourceDateEpoch.now))
                    .formatted(.iso8601.year().month().day())
            ),
            (Self.oxum, "\(byteCount).\(fileCount)"),
            ("Bag-Software-Agent", Ziggurat.generator),
        ]
        return lines.reduce(into: "") { text, line in
            guard let value = line.1 else { return }
            // A value must be one line.
            let words = value.split { $0.isWhitespace || $0.isNewline }
            text += "\(line.0): \(words.joined(separator: " "))\n"
        }
    }

    /// Returns one line for each file, as section 2.1.3 defines. Line breaks and percent signs in
    /// paths are encoded.
    private static func lines(_ list: ChecksumList) -> String {
        list.entries.reduce(into: "") { $0 += line(of: $1.path, $1.digest) + "\n" }
    }

    package static func line(of path: String, _ digest: SHA256.Digest) -> String {
        let path = path.replacing("%", with: "%25").replacing("\n", with: "%0A")
            .replacing("\r", with: "%0D")
        return "\(digest.hex)  \(path)"
    }
}
