internal import Glibc
internal import ZigguratCore
package import ZigguratSystem

/// An open source file.
package final class SourceFile {
    package let path: String
    package let descriptor: Int32

    package init(path: String) throws(ZigguratError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ZigguratError(SourceFailure.unreadable, path, cause: .lastSystemError)
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
                ? ZigguratError(SourceFailure.notFound, path)
                : ZigguratError(SourceFailure.unreadable, path, cause: .lastSystemError)
        }
        guard attributes.isFile else { throw ZigguratError(SourceFailure.notAFile, path) }
        guard access(path, R_OK) == 0 else {
            throw ZigguratError(SourceFailure.unreadable, path, cause: .lastSystemError)
        }
        guard attributes.byteCount > 0 else { throw ZigguratError(SourceFailure.empty, path) }
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
