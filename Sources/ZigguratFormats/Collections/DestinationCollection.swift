package import ZigguratCore
package import ZigguratImaging
package import ZigguratSystem

/// A document about all exports of a destination, for clients that open many images at once.
///
/// ``Formats`` lists the collections. The code of a collection is in the folder of its format.
package protocol DestinationCollection: Sendable {
    /// The name on the command line: lower case, no spaces.
    var name: String { get }
    /// The kind of document, a colon, and the programs that read it.
    var summary: String { get }
    /// The names of the layouts that the collection can refer to, the preferred layout first.
    var layouts: [String] { get }
    /// Whether the collection is written only after a user has requested it once.
    var isOnRequest: Bool { get }
    /// Whether the collection lists books, by their manifests.
    var listsBooks: Bool { get }
    /// The file or folder at the top of the destination; no export has this name.
    var entry: String { get }
    /// The document, relative to the destination.
    var document: String { get }
    /// Checks that exports in these layouts can be in the collection.
    func check(_ layouts: [any Layout], in container: any ContainerFormat) throws(ZigguratError)
    /// Whether an export, with a bundle of one of ``layouts``, belongs to the collection.
    func lists(_ item: CollectionItem, in site: any CollectionSite) -> Bool
    /// Whether Ziggurat wrote the file or folder at a path.
    func isOurs(_ path: String) -> Bool
    /// Writes the collection in one step unless it is up to date. Removes the collection if it
    /// would have no items.
    ///
    /// - Parameter looksClosely: whether to check the bytes of existing files, not only their
    ///   existence.
    /// - Returns: the items that are not in the collection because their exports are damaged.
    /// - Precondition: the destination is locked, and Ziggurat wrote an existing entry.
    func write(
        _ items: [CollectionItem], in site: any CollectionSite, looksClosely: Bool
    ) throws(ZigguratError) -> [DamagedItem]
    /// Returns the faults of the existing collection.
    func faults(
        of items: [CollectionItem], in site: any CollectionSite
    ) throws(ZigguratError) -> [CollectionFinding]
}

extension DestinationCollection {
    package func check(
        _ layouts: [any Layout], in container: any ContainerFormat
    ) throws(ZigguratError) {}

    package var listsBooks: Bool { false }

    package func lists(_ item: CollectionItem, in site: any CollectionSite) -> Bool { true }
}

/// The destination of a collection, as its format sees it.
package protocol CollectionSite {
    func path(of name: String) -> String
    /// The title of the gallery by language; the empty string stands for an unknown language.
    var titles: [String: String] { get throws(ZigguratError) }
    func source(of item: CollectionItem) throws(ZigguratError) -> any TileSource
    /// Writes a hidden folder, and replaces the entry with the folder if no item is damaged.
    func replace(
        _ entry: String, _ write: (FolderContainer) throws(ZigguratError) -> [DamagedItem]
    ) throws(ZigguratError) -> [DamagedItem]
    /// Writes a document at the top of the destination unless the document already has these bytes.
    func update(_ file: BundleFile) throws(ZigguratError)
    func remove(_ entry: String) throws(ZigguratError)
}

/// An export or a book in a collection. Paths are relative to the destination.
package struct CollectionItem: Hashable, Sendable {
    /// The export's name, which is its folder.
    package let name: String
    /// The beginning of the names of files in the export.
    package let fileStem: String
    package let folder: String
    package let title: String
    /// The title by language; the empty string stands for an unknown language. Empty if the export
    /// has no titles.
    package let titles: [String: String]
    package let imageSize: PixelSize
    package let background: RGBColor
    package let manifest: String
    package let thumbnail: String
    /// The public address of the destination; `nil` if unknown.
    package let baseURL: String?

    package init(
        name: String, fileStem: String, folder: String, title: String,
        titles: [String: String] = [:],
        imageSize: PixelSize, background: RGBColor,
        manifest: String, thumbnail: String, baseURL: String?
    ) {
        self.name = name
        self.fileStem = fileStem
        self.folder = folder
        self.title = title
        self.titles = titles
        self.imageSize = imageSize
        self.background = background
        self.manifest = manifest
        self.thumbnail = thumbnail
        self.baseURL = baseURL
    }
}

/// An item that cannot be in a collection, and the reason.
package struct DamagedItem: Sendable {
    package let item: CollectionItem
    package let reason: ZigguratError
}

/// A fault of a collection, and its path.
package struct CollectionFinding: Sendable {
    package enum Kind: Sendable {
        /// The document does not list the exports of its destination.
        case outdated
        /// An image was exported again after its thumbnail was made.
        case outdatedThumbnails
        case missingTile
        /// The tile's bytes are not the bytes that were written.
        case changedTile
        case unexpectedFile
        case unexpectedFolder
    }

    package let kind: Kind
    package let path: String

    init(_ kind: Kind, at path: String) {
        self.kind = kind
        self.path = path
    }
}
