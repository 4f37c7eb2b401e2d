internal import Glibc
internal import ZigguratCore

/// Reads a file from the start to the end through a buffer of its own.
final class FileReader {
    private let file: SourceFile
    private let buffer: UnsafeMutableRawBufferPointer
    private var unread: Range<Int> = 0..<0

    init(path: String) throws(ZigguratError) {
        file = try SourceFile(path: path)
        buffer = .allocate(byteCount: 1 << 18, alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    var path: String { file.path }

    /// The next bytes, at most so many and at least one; they last until the next call. Empty at
    /// the end.
    func next(atMost limit: Int) -> UnsafeRawBufferPointer {
        if unread.isEmpty {
            var count = read(file.descriptor, buffer.baseAddress, buffer.count)
            while count < 0 && errno == EINTR {
                count = read(file.descriptor, buffer.baseAddress, buffer.count)
            }
            unread = 0..<max(0, count)
        }
        let part = unread.prefix(limit)
        unread = part.upperBound..<unread.upperBound
        return UnsafeRawBufferPointer(rebasing: buffer[part])
    }

    /// Exactly so many bytes; `nil` where the file ends before.
    func bytes(_ count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = next(atMost: count - bytes.count)
            if part.isEmpty { return nil }
            bytes += part
        }
        return bytes
    }

    /// Leaves out so many bytes; `false` where the file ends before.
    func skip(_ count: Int) -> Bool {
        var left = count
        while left > 0 {
            let part = next(atMost: left)
            if part.isEmpty { return false }
            left -= part.count
        }
        return true
    }
}
