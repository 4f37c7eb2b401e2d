internal import Glibc
internal import ZigguratCore
package import ZigguratSystem

/// An open source file.
package final class SourceFile: Sendable {
    package let path: String
    package let descriptor: Int32

    package init(path: String) throws(ZigguratError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ZigguratError(SourceError.unreadable, path, cause: .lastSystemError)
        }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// Checks that a path leads to a readable, regular file that is not empty.
    package static func check(_ path: String) throws(ZigguratError) {
        guard let attributes = FileAttributes(path: path) else {
            let isMissing = errno == ENOENT || errno == ENOTDIR
            throw isMissing
                ? ZigguratError(SourceError.notFound, path)
                : ZigguratError(SourceError.unreadable, path, cause: .lastSystemError)
        }
        guard attributes.isFile else { throw ZigguratError(SourceError.notAFile, path) }
        guard access(path, R_OK) == 0 else {
            throw ZigguratError(SourceError.unreadable, path, cause: .lastSystemError)
        }
        guard attributes.byteCount > 0 else { throw ZigguratError(SourceError.empty, path) }
    }

    /// Announces that the file is not read from its beginning to its end.
    package func announceRandomReads() {
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_NORMAL)
    }

    /// The size of the file in bytes; 0 if unknown.
    package var byteCount: Int { FileAttributes(descriptor: descriptor)?.byteCount ?? 0 }

    /// The last 64 KiB of the file, or the whole of a smaller file.
    package var lastBytes: [UInt8] {
        let size = byteCount
        return bytes(min(size, 65_536), at: max(0, size - 65_536))
    }

    /// Returns bytes at an offset, fewer at the end of the file. The position of sequential reads
    /// is unchanged.
    package func bytes(_ count: Int, at offset: Int) -> [UInt8] {
        guard offset >= 0 else { return [] }
        // A damaged header can state any length. The buffer is allocated before the file is read,
        // so large lengths are limited to the file's size.
        let count = count <= 65_536 ? count : min(count, max(0, byteCount - offset))
        return FileTransfer.bytes(count, from: descriptor, at: offset) ?? []
    }
}

/// Reads a file sequentially through a buffer. Several readers of one file do not affect each other.
package final class FileReader {
    private let file: SourceFile
    private let buffer: UnsafeMutableRawBufferPointer
    private var unread: Range<Int> = 0..<0
    /// The offset in the file at which the buffer ends.
    private var end = 0

    package init(_ file: SourceFile) {
        self.file = file
        buffer = .allocate(byteCount: 1 << 18, alignment: 64)
    }

    deinit {
        buffer.deallocate()
    }

    package var path: String { file.path }

    /// The offset of the next byte in the file.
    package var offset: Int { end - unread.count }

    /// Continues at an offset in the file.
    package func seek(to offset: Int) throws(ZigguratError) {
        unread = 0..<0
        guard offset >= 0 else { throw ZigguratError(SourceError.unreadable, path) }
        end = offset
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
            let count = pread(file.descriptor, buffer.baseAddress, buffer.count, off_t(end))
            if count >= 0 {
                end += count
                return count
            }
            guard errno == EINTR else {
                throw ZigguratError(SourceError.unreadable, path, cause: .lastSystemError)
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

/// Iterates over the ISO media boxes of a file, in file order.
package enum FileBoxes {
    /// The maximum number of boxes that are read. A damaged file may have any number of boxes.
    private static let limit = 1000

    /// Calls the body with the name and the content of each box. A box that extends past the end of
    /// the file is cut off there.
    package static func forEach(of file: SourceFile, _ body: (String, Range<Int>) -> Void) {
        forEach(size: file.byteCount, { file.bytes($0, at: $1)[...] }, body)
    }

    /// Calls the body with the name and the content of each box in memory.
    package static func forEach(
        in bytes: ArraySlice<UInt8>, _ body: (String, ArraySlice<UInt8>) -> Void
    ) {
        forEach(
            size: bytes.count, { bytes.dropFirst($1).prefix($0) },
            { name, content in
                body(name, bytes.dropFirst(content.lowerBound).prefix(content.count))
            })
    }

    private static func forEach(
        size: Int, _ bytes: (_ count: Int, _ offset: Int) -> ArraySlice<UInt8>,
        _ body: (String, Range<Int>) -> Void
    ) {
        var start = 0
        for _ in 0..<limit where start < size {
            guard let box = ISOBoxes.box(at: start, size: size, bytes) else { return }
            let end = min(box.end, size)
            body(box.name, box.start..<end)
            start = end
        }
    }
}
