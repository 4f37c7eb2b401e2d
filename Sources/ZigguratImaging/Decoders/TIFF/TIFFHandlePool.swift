internal import Synchronization
internal import ZigguratSystem

/// Open handles of one TIFF that no thread uses. Opening a file with millions of blocks is slow. Of all
/// TIFFs, those that were used last stay open.
final class TIFFHandlePool: Sendable {
    /// An open file, which one thread uses.
    ///
    /// `@unchecked Sendable`: only the owner uses it, and the pool gives it to one owner at a time.
    final class Entry: @unchecked Sendable {
        let file: TIFFHandle

        fileprivate init(_ file: consuming TIFFHandle) { self.file = file }
    }

    let path: String
    /// The place of the directory in the file; `nil` is the first one.
    let offset: Int?
    /// Those of all pools, the one that was used last at the end.
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

    /// Keeps a handle for the next thread; closes the oldest one if there are enough.
    func put(_ entry: Entry) {
        let pool = ObjectIdentifier(self)
        Self.idle.withLock { idle in
            idle.append((pool, entry))
            if idle.count > Self.mostIdle { idle.removeFirst() }
        }
    }
}
