public import ZigguratSystem

/// A bundle that an export writes.
///
/// Several threads call ``write(_:tile:_:twin:)`` in any order; then one thread calls ``finish()``
/// once. If the export fails, ``finish()`` is not called: the container closes its files when it is
/// released, and the caller removes the files on disk.
public protocol Container: AnyObject, Sendable {
    /// Writes a file.
    ///
    /// - Parameters:
    ///   - path: Relative to the bundle, with `/` between folders; unique in the bundle.
    ///   - tile: The tile's address if the file is a tile at the path of the layout's naming; `nil`
    ///     for an alias of a tile and for every other file.
    ///   - bytes: Valid during the call only.
    ///   - twin: A stored file with the same bytes, which the container may link to.
    /// - Returns: The file that holds the bytes; `nil` in an archive.
    func write(
        _ path: String, tile: Tile.Address?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile?

    /// Announces that a tile will not be written, so that a container that stores tiles in order
    /// does not wait for the tile. Called from several threads.
    func omit(_ tile: Tile.Address)

    func finish() throws(ZigguratError) -> ContainerTotals
}

extension Container {
    public func omit(_ tile: Tile.Address) {}

    /// Writes a file that is not a tile.
    public func write(_ file: BundleFile) throws(ZigguratError) {
        _ = try unsafe write(file.path, tile: nil, file.bytes.span.bytes, twin: nil)
    }
}

/// A file on disk whose bytes are known.
public struct StoredFile: Equatable, Sendable {
    /// The open folder that ``path`` is relative to; `nil` for the working directory.
    package let folder: FileHandle?
    package let path: String

    public init(path: String) {
        folder = nil
        self.path = path
    }

    /// Creates a file below an open folder, so that the system need not resolve the whole path
    /// again.
    package init(_ path: String, in folder: FileHandle) {
        self.folder = folder
        self.path = path
    }

    public static func == (one: StoredFile, other: StoredFile) -> Bool {
        one.folder === other.folder && one.path == other.path
    }
}

/// The size of a finished bundle.
public struct ContainerTotals: Hashable, Sendable {
    /// The number of files; each name of a file with several names counts.
    public var files: Int
    /// The bytes of all files in a folder, or the size of a single container file.
    public var bytes: Int
    /// The bytes of the files in a folder which were written as hard links to other files.
    package var linkedBytes = 0

    public init(files: Int = 0, bytes: Int = 0) {
        self.files = files
        self.bytes = bytes
    }
}
