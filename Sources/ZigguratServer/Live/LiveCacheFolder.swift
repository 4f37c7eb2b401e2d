internal import Synchronization
internal import ZigguratSystem

/// The folders and files of a server's cache that do not belong to an image. Deleted folders and
/// files are created again.
final class LiveCacheFolder: Sendable {
    private static let subfolders = ["images", "locks"]

    private let hidden: String
    /// The content of the file `source`.
    private let places: String
    /// The lock that a server holds while it runs, so that `cache clear` keeps the folder.
    private let lock: Mutex<FileHandle>

    init(_ folder: String, _ images: [String]) throws(ZigguratError) {
        hidden = "\(folder)/\(LiveCache.hidden)"
        places = images.map { FileSystem.resolved($0) ?? $0 }.joined(separator: "\n")
        lock = Mutex(try Self.make(hidden, places))
    }

    /// - Returns: the lock of the server.
    private static func make(
        _ hidden: String, _ places: String
    ) throws(ZigguratError) -> FileHandle {
        for name in subfolders { try FileSystem.makeFolders("\(hidden)/\(name)") }
        let lock = try FileHandle.sharedLock("\(hidden)/server")
        try FileSystem.replace("\(hidden)/source", with: Array(places.utf8))
        return lock
    }

    /// - Parameter forget: called if a file or folder was missing, before another thread can use
    ///   the cache.
    /// - Returns: whether a file or folder was missing.
    func renew(forget: () -> Void) throws(ZigguratError) -> Bool {
        try lock.withLock { lock throws(ZigguratError) in
            let server = FileSystem.attributes(of: "\(hidden)/server")
            // Another server that uses this cache may have replaced the file.
            let isSame =
                server != nil
                && server?.identity == FileAttributes(descriptor: lock.descriptor)?.identity
            let isComplete =
                FileSystem.exists("\(hidden)/source")
                && Self.subfolders.allSatisfy { FileSystem.isFolder("\(hidden)/\($0)") }
            guard !isSame || !isComplete else { return false }
            lock = try Self.make(hidden, places)
            forget()
            return true
        }
    }
}
