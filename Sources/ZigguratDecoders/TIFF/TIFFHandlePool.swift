internal import Synchronization
internal import ZigguratSystem

/// A pool of idle open handles of one TIFF file. Opening a file with millions of blocks is slow.
/// All pools together keep the most recently used handles open.
final class TIFFHandlePool: Sendable {
    /// An open file, which one thread uses.
    ///
    /// `@unchecked Sendable`: only the owner uses an entry, and the pool gives an entry to one
    /// owner at a time.
    final class Entry: @unchecked Sendable {
        package let file: TIFFHandle

        fileprivate init(_ file: consuming TIFFHandle) { self.file = file }
    }

    package let path: String
    /// The offset of the directory in the file; `nil` for the first directory.
    package let offset: Int?
    /// The idle handles of all pools, the most recently used handle last.
    private static let idle = Mutex<[(pool: ObjectIdentifier, entry: Entry)]>([])
    private static let mostIdle = max(64, WorkerThreads.defaultCount)

    init(path: String, offset: Int?) {
        (self.path, self.offset) = (path, offset)
    }

    /// Returns an idle handle, or opens the file.
    func take() throws(ZigguratError) -> Entry {
        let pool = ObjectIdentifier(self)
        let known = Self.idle.withLock { idle -> Entry? in
            guard let index = idle.lastIndex(where: { $0.pool == pool }) else { return nil }
            return idle.remove(at: index).entry
        }
        if let known { return known }
        return Entry(try TIFFHandle(path: path, offset: offset))
    }

    deinit {
        let pool = ObjectIdentifier(self)
        Self.idle.withLock { $0.removeAll { $0.pool == pool } }
    }

    /// Keeps a handle for the next thread. If the pools are full, closes the handle that was unused
    /// longest.
    func put(_ entry: Entry) {
        let pool = ObjectIdentifier(self)
        Self.idle.withLock { idle in
            idle.append((pool, entry))
            if idle.count > Self.mostIdle { idle.removeFirst() }
        }
    }
}
