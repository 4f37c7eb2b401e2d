internal import Glibc

/// Compares the content of files. A symbolic link is different from every file.
package enum FileComparison {
    /// The number of bytes that are read at once.
    private static let piece = 1 << 16

    /// Whether a file below a folder has exactly these bytes; `false` if the file cannot be read.
    package static func isEqual(_ path: String, in folder: FileHandle, to bytes: RawSpan) -> Bool {
        guard let file = open(path, in: folder, byteCount: bytes.byteCount) else { return false }
        return bytes.withUnsafeBytes { expected in
            withUnsafeTemporaryAllocation(
                byteCount: min(piece, max(1, expected.count)), alignment: 16
            ) { buffer in
                var done = 0
                while done < expected.count {
                    let count = min(buffer.count, expected.count - done)
                    let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
                    guard
                        FileTransfer.read(into: part, from: file.descriptor, at: done) == count,
                        isEqual(part, UnsafeRawBufferPointer(rebasing: expected[done...]))
                    else { return false }
                    done += count
                }
                return true
            }
        }
    }

    /// Whether the files at a path below two folders have equal bytes; `false` if one of the files
    /// cannot be read.
    package static func isEqual(_ path: String, in one: FileHandle, _ other: FileHandle) -> Bool {
        guard let left = open(path, in: one), let right = open(path, in: other),
            let byteCount = FileAttributes(descriptor: left.descriptor)?.byteCount,
            byteCount == FileAttributes(descriptor: right.descriptor)?.byteCount
        else { return false }
        var done = 0
        while done < byteCount {
            let count = min(1 << 20, byteCount - done)
            guard let bytes = FileTransfer.bytes(count, from: left.descriptor, at: done),
                bytes.count == count,
                bytes == FileTransfer.bytes(count, from: right.descriptor, at: done)
            else { return false }
            done += count
        }
        return true
    }

    /// Returns the XXH3 of a file below a folder; `nil` if the file cannot be read.
    package static func hash(of path: String, in folder: FileHandle) -> UInt64? {
        open(path, in: folder).flatMap { XXH3.hash(of: $0) }
    }

    /// Opens a regular file; `nil` on failure, or if it has another size.
    private static func open(
        _ path: String, in folder: FileHandle, byteCount: Int? = nil
    ) -> FileHandle? {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let descriptor = openat(folder.descriptor, path, flags)
        guard descriptor >= 0 else { return nil }
        let file = FileHandle(descriptor, path: path)
        guard let attributes = FileAttributes(descriptor: descriptor), attributes.isFile,
            byteCount.map({ $0 == attributes.byteCount }) ?? true
        else { return nil }
        return file
    }

    /// Compares the bytes of a buffer.
    ///
    /// - Parameter other: a buffer that is at least as long as the first one.
    private static func isEqual(
        _ one: UnsafeMutableRawBufferPointer, _ other: UnsafeRawBufferPointer
    ) -> Bool {
        guard let left = one.baseAddress, let right = other.baseAddress else {
            return one.isEmpty
        }
        return memcmp(left, right, one.count) == 0
    }
}
