public import ZigguratSystem

/// What the files of a bundle are written into, while they are being written.
///
/// ``write(_:tile:_:twin:)`` is called from several threads, in no particular order; then
/// ``finish()`` once. A container that is never finished belongs to an export that failed: it
/// closes what it has open when it is let go, and its caller removes what is on the disk.
public protocol Container: AnyObject, Sendable {
    /// Writes a file.
    ///
    /// - Parameters:
    ///   - path: relative to the bundle, `/` between folders; no two files have the same one.
    ///   - tile: which tile it is, at the path that the layout's naming gives it; `nil` for a
    ///     further name of a tile and for every other file.
    ///   - bytes: they last as long as the call.
    ///   - twin: a file that holds the same bytes already, if there is one: a container may refer
    ///     to it.
    /// - Returns: where the bytes lie now as a file of their own, for the next one who writes the
    ///   same; `nil` where they lie inside something.
    func write(
        _ path: String, tile: TileAddress?, _ bytes: RawSpan, twin: StoredFile?
    ) throws(ZigguratError) -> StoredFile?

    /// Completes what is on the disk. Nothing is written afterwards.
    func finish() throws(ZigguratError) -> ContainerTotals
}

extension Container {
    /// Writes a file that is no tile.
    public func write(_ file: BundleFile) throws(ZigguratError) {
        _ = try unsafe write(file.path, tile: nil, file.bytes.span.bytes, twin: nil)
    }
}

extension ZigguratError {
    /// A container cannot hold two files of the same name, nor a file that would have to be a folder.
    package static func nameClash(at place: String) -> ZigguratError {
        ZigguratError(
            .nameClash, place,
            "two files of the bundle have this name, or one has it and the other lies in a folder of it",
            remedy: "the layout's naming must tell them apart")
    }
}

/// A file on the disk whose bytes are known.
public struct StoredFile: Equatable, Sendable {
    /// What the path is relative to; the process's own folder where there is none.
    package let folder: FileHandle?
    /// A path that the system understands.
    package let path: String

    public init(path: String) {
        folder = nil
        self.path = path
    }

    /// A file below an open folder: the system need not go all the way to it again.
    package init(_ path: String, in folder: FileHandle) {
        self.folder = folder
        self.path = path
    }

    public static func == (one: StoredFile, other: StoredFile) -> Bool {
        one.folder === other.folder && one.path == other.path
    }
}

/// What was written into a container.
public struct ContainerTotals: Hashable, Sendable {
    /// Files, the same bytes under another name counted as well.
    public var files: Int
    /// In a folder the bytes of all files; the bytes of the file where everything is in one.
    public var bytes: Int

    public init(files: Int = 0, bytes: Int = 0) {
        self.files = files
        self.bytes = bytes
    }
}
