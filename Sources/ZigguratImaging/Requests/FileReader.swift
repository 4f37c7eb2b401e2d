internal import Glibc
internal import ZigguratCore
package import ZigguratSystem

/// Reads a file sequentially through a buffer.
package final class FileReader {
    private let file: SourceFile
    private let buffer: UnsafeMutableRawBufferPointer
    private var unread: Range<Int> = 0..<0

    package init(path: String) throws(ZigguratError) {
        file = try SourceFile(path: path)
        buffer = .allocate(byteCount: 1 << 18, alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    package var path: String { file.path }

    /// The offset of the next byte in the file.
    package var offset: Int { Int(lseek(file.descriptor, 0, SEEK_CUR)) - unread.count }

    /// Continues at an offset in the file.
    package func seek(to offset: Int) throws(ZigguratError) {
        unread = 0..<0
        guard lseek(file.descriptor, off_t(offset), SEEK_SET) == offset else {
            throw ZigguratError(SourceFailure.unreadable, path, cause: .lastSystemError)
        }
    }

    /// Returns the next bytes, at least one and at most the limit; empty at the end of the file.
    /// The bytes are valid until the next call.
    package func next(atMost limit: Int) throws(ZigguratError) -> UnsafeRawBufferPointer {
        if unread.isEmpty { unread = 0..<(try fill()) }
        let part = unread.prefix(limit)
        unread = part.upperBound..<unread.upperBound
        return UnsafeRawBufferPointer(rebasing: buffer[part])
    }

    /// Reads into the buffer. Returns the number of bytes, 0 at the end of the file.
    private func fill() throws(ZigguratError) -> Int {
        while true {
            let count = read(file.descriptor, buffer.baseAddress, buffer.count)
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw ZigguratError(SourceFailure.unreadable, path, cause: .lastSystemError)
            }
        }
    }

    /// Returns exactly this number of bytes; `nil` if the file ends earlier.
    package func bytes(_ count: Int) throws(ZigguratError) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = try next(atMost: count - bytes.count)
            if part.isEmpty { return nil }
            bytes += part
        }
        return bytes
    }

    /// Skips a number of bytes. Returns `false` if the file ends earlier.
    package func skip(_ count: Int) throws(ZigguratError) -> Bool {
        var left = count
        while left > 0 {
            let part = try next(atMost: left)
            if part.isEmpty { return false }
            left -= part.count
        }
        return true
    }
}
