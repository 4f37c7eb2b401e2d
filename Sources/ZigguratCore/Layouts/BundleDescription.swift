internal import FoundationEssentials
public import ZigguratSystem

/// The bundle of one image in one layout, as its descriptors and its page need it.
public struct BundleDescription: Hashable, Sendable {
    public let layout: String
    /// The export's folder, relative to the destination.
    package let export: String
    /// The bundle's folder, relative to the folder of the export.
    public package(set) var folder: String
    public let pyramid: Pyramid
    public package(set) var caption: Caption
    /// The public address of the destination, percent-encoded, without slashes at the end; `nil` if
    /// unknown.
    public let baseURL: String?
    /// The size of a pixel on the specimen, in micrometres; `nil` if unknown.
    public let micronsPerPixel: Double?
    /// The georeference of the image; `nil` if unknown.
    package let georeference: Georeference?
    /// When the source was last changed, in seconds since 1970; `SOURCE_DATE_EPOCH` if it is
    /// earlier; `nil` if unknown.
    package let sourceTime: Int?
    /// Whether blank tiles may be skipped.
    public let leavesOutBlanks: Bool
    /// The skipped tiles; empty before the tiles are written.
    package var absent = AbsentTiles.none
    package var annotations: [Annotation] = []
    /// The copy of the source; `nil` if the export has no copy.
    package var original: SourceCopy?
    /// Whether the bundle has a page.
    package var hasPage = false
    /// Whether the image has no alpha channel; `false` if unknown.
    package var isOpaque = false
    /// The name of the book, which is the folder of the export, if the image is a page; `nil` for
    /// other images.
    package var book: String?

    /// - Parameters:
    ///   - export: The export's folder; `nil` for the name of the pyramid.
    ///   - folder: The bundle's folder; `nil` for the name of the layout.
    package init(
        layout: String, export: String? = nil, folder: String? = nil, pyramid: Pyramid,
        caption: Caption = Caption(),
        baseURL: String? = nil, micronsPerPixel: Double? = nil,
        georeference: Georeference? = nil, sourceTime: Int? = nil,
        leavesOutBlanks: Bool = false, absent: AbsentTiles = .none
    ) {
        self.sourceTime = sourceTime
        self.leavesOutBlanks = leavesOutBlanks
        self.absent = absent
        self.layout = layout
        self.export = export ?? pyramid.name
        self.folder = folder ?? layout
        self.pyramid = pyramid
        self.caption = caption
        self.micronsPerPixel = micronsPerPixel
        self.georeference = georeference
        self.baseURL = BaseAddress.ofDestination(baseURL)
    }

    /// The image's title; if the caption has no title, a readable form of the image's name.
    public var title: String { caption.title ?? ReadableTitle.of(pyramid.name) }

    /// The address of the bundle's folder, percent-encoded, without a slash at the end.
    ///
    /// Without a base address, the address is a local one: `python3 -m http.server` in the
    /// destination.
    public var address: String { address(ofFolder: folder) }

    /// Returns the address of a bundle of this export by the bundle's folder.
    package func address(ofFolder folder: String) -> String {
        let path = PercentEncoding.path(
            [book, export, folder].compactMap(\.self).joined(separator: "/"))
        return "\(baseURL ?? Self.previewURL)/\(path)"
    }

    /// Returns the address of this layout's bundle in another export of the destination or the
    /// book.
    package func address(ofExport name: String) -> String {
        let path = PercentEncoding.path(
            [book, name, folder].compactMap(\.self).joined(separator: "/"))
        return "\(baseURL ?? Self.previewURL)/\(path)"
    }

    /// Returns an address to which a slash and a path can be appended.
    package static func withoutEndingSlashes(_ address: String) -> String {
        String(address.reversed().drop { $0 == "/" }.reversed())
    }

    /// The address of a destination during a local preview.
    public static let previewURL = "http://localhost:8000"
}

extension BundleDescription {
    /// The copy of the source in an export.
    package struct SourceCopy: Hashable, Sendable {
        package let file: String
        /// Relative to the bundle's folder.
        package let path: String

        package init(file: String, path: String) {
            (self.file, self.path) = (file, path)
        }
    }
}

/// A small file of a bundle: a descriptor, a page, a script.
public struct BundleFile: Hashable, Sendable {
    /// The path, relative to the bundle's folder, with `/` between folders.
    public let path: String
    public let bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}

extension BundleFile {
    /// Returns a JSON document, indented and with sorted keys, so that equal values give equal
    /// bytes.
    public static func json(
        _ path: String, _ value: some Encodable
    ) throws(ZigguratError) -> BundleFile {
        try json(path, value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// Returns a JSON document on a single line.
    public static func jsonLine(
        _ path: String, _ value: some Encodable
    ) throws(ZigguratError) -> BundleFile {
        guard let value = value as? JSONValue else {
            return try json(path, value, [.sortedKeys, .withoutEscapingSlashes])
        }
        do throws(ZigguratError) {
            return BundleFile(path: path, bytes: try value.lineBytes() + [10])
        } catch {
            throw error.orAbout(path)
        }
    }

    private static func json(
        _ path: String, _ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting
    ) throws(ZigguratError) -> BundleFile {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        do {
            return BundleFile(path: path, bytes: try [UInt8](encoder.encode(value)) + [10])
        } catch {
            throw ZigguratError(DescriptorError.notWritable, path, cause: .library("\(error)"))
        }
    }
}

extension BundleFile {
    /// Returns an XML document in UTF-8, indented.
    package static func xml(_ path: String, _ root: XMLElement) throws(ZigguratError) -> BundleFile
    {
        guard let bytes = root.document() else {
            throw ZigguratError(DescriptorError.notWritable, path)
        }
        return BundleFile(path: path, bytes: bytes)
    }
}
