internal import ZigguratSystem

/// One layout of one image, as its descriptors and its page see it.
public struct BundleDescription: Hashable, Sendable {
    /// The layout's name.
    public let layout: String
    /// The bundle's folder, relative to the export's.
    public let folder: String
    public let pyramid: Pyramid
    public let caption: Caption
    /// Where the destination will be published; `nil` where nobody said. Slashes at its end are
    /// dropped.
    public let baseURL: String?
    /// How much of what the picture shows a pixel covers, in micrometres; `nil` where nobody knows.
    public let micronsPerPixel: Double?
    /// Whether tiles without a picture may be left out.
    public let leavesOutBlanks: Bool
    /// Those that were; nothing before the tiles are written.
    package var absent = AbsentTiles.none

    /// - Parameter folder: `nil` means that it is called like the layout.
    package init(
        layout: String, folder: String? = nil, pyramid: Pyramid, caption: Caption = Caption(),
        baseURL: String? = nil, micronsPerPixel: Double? = nil, leavesOutBlanks: Bool = false,
        absent: AbsentTiles = .none
    ) {
        self.leavesOutBlanks = leavesOutBlanks
        self.absent = absent
        self.layout = layout
        self.folder = folder ?? layout
        self.pyramid = pyramid
        self.caption = caption
        self.micronsPerPixel = micronsPerPixel
        self.baseURL = baseURL.map { address in
            String(address.reversed().drop { $0 == "/" }.reversed())
        }
    }

    /// What people call the picture: its title, or its name.
    public var title: String { caption.title ?? pyramid.name }

    /// The address of the bundle's folder, percent-encoded, without a slash at the end.
    ///
    /// Where no base address was given it is that of `python3 -m http.server` in the destination.
    public var address: String {
        let folders = folder.split(separator: "/").map { PercentEncoding.segment(String($0)) }
        return ([baseURL ?? Self.previewURL, PercentEncoding.segment(pyramid.name)] + folders)
            .joined(separator: "/")
    }

    /// Where a destination is found when it is only being tried out.
    public static let previewURL = "http://localhost:8000"
}

/// What is said of a picture under it.
public struct Caption: Hashable, Sendable, Codable {
    public var title: String?
    public var description: String?
    public var attribution: String?
    /// The address of a licence or a rights statement.
    public var rights: String?
    /// Who made the picture.
    public var creator: String?
    /// When it was made: `2026-11-21`.
    public var date: String?

    public init(
        title: String? = nil, description: String? = nil, attribution: String? = nil,
        rights: String? = nil, creator: String? = nil, date: String? = nil
    ) {
        self.title = title
        self.description = description
        self.attribution = attribution
        self.rights = rights
        self.creator = creator
        self.date = date
    }
}

/// A small file of a bundle: a descriptor, a page, a script.
public struct BundleFile: Hashable, Sendable {
    /// Relative to the bundle's folder, `/` between folders.
    public let path: String
    public let bytes: [UInt8]

    public init(path: String, bytes: [UInt8]) {
        self.path = path
        self.bytes = bytes
    }
}
