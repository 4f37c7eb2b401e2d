internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// An open source file.
final class SourceFile {
    let path: String
    let descriptor: Int32

    init(path: String) throws(ZigguratError) {
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

    /// Checks that a path leads to a readable regular file with content.
    static func check(_ path: String) throws(ZigguratError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let isMissing = errno == ENOENT || errno == ENOTDIR
            throw isMissing
                ? ZigguratError(SourceFailure.notFound, path)
                : ZigguratError(SourceFailure.unreadable, path, cause: .lastSystemError)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ZigguratError(SourceFailure.notAFile, path)
        }
        guard access(path, R_OK) == 0 else {
            throw ZigguratError(SourceFailure.unreadable, path, cause: .lastSystemError)
        }
        guard status.st_size > 0 else { throw ZigguratError(SourceFailure.empty, path) }
    }

    /// The size of the file; 0 if it is not known.
    var byteCount: Int {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    /// The last 64 KiB, or the whole of a smaller file.
    var lastBytes: [UInt8] {
        let size = byteCount
        return bytes(min(size, 65_536), at: max(0, size - 65_536))
    }

    /// Bytes from anywhere in the file, fewer at its end. The position of sequential reads stays.
    func bytes(_ count: Int, at offset: Int) -> [UInt8] {
        guard offset >= 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            done = max(0, pread(descriptor, buffer.baseAddress, count, off_t(offset)))
        }
    }
}
