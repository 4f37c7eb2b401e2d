internal import Synchronization
internal import ZigguratSystem

/// Open handles of one TIFF that no thread uses. Opening a file with millions of blocks is slow.
final class TIFFHandlePool: Sendable {
    /// An open file, which one thread uses.
    ///
    /// `@unchecked Sendable`: only the owner uses it, and the pool gives it to one owner at a time.
    final class Entry: @unchecked Sendable {
        let file: TIFFHandle

        fileprivate init(_ file: consuming TIFFHandle) { self.file = file }
    }

    private let path: String
    /// The number of the page, from 0.
    private let page: Int
    private let idle = Mutex<[Entry]>([])

    init(path: String, page: Int) {
        (self.path, self.page) = (path, page)
    }

    /// Returns an idle handle, or opens the file.
    func take() throws(ZigguratError) -> Entry {
        if let entry = idle.withLock({ $0.popLast() }) { return entry }
        return Entry(try TIFFHandle(path: path, page: page))
    }

    /// Keeps a handle for the next thread; closes it if there are enough.
    func put(_ entry: Entry) {
        idle.withLock { idle in
            if idle.count < PyramidBuilder.defaultThreadCount { idle.append(entry) }
        }
    }
}
