internal import Glibc

/// A file that is read here and there, from several threads.
package final class RandomAccessFile: Sendable {
    package let path: String
    package let byteCount: Int
    private let descriptor: Int32

    package init(_ path: String) throws(ZigguratError) {
        // A pipe in a file's place must not make anybody wait.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure(path, "it cannot be opened") }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw ZigguratError(.unreadableSource, path, "it is not a file")
        }
        self.path = path
        self.descriptor = descriptor
        byteCount = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// A piece of the file, or as much of it as there is.
    package func bytes(_ count: Int, at offset: Int) throws(ZigguratError) -> [UInt8] {
        guard offset >= 0, offset < byteCount, count > 0 else { return [] }
        let wanted = min(count, byteCount - offset)
        var failed = false
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            while filled < wanted {
                // The address is inside the buffer, which is not empty here.
                let count = unsafe pread(
                    descriptor, buffer.baseAddress.unsafelyUnwrapped + filled, wanted - filled,
                    off_t(offset + filled))
                if count < 0 && errno == EINTR { continue }
                if count < 0 { failed = true }
                guard count > 0 else { return }
                filled += count
            }
        }
        if failed { throw Self.failure(path, "it cannot be read") }
        return bytes
    }

    package func allBytes() throws(ZigguratError) -> [UInt8] { try bytes(byteCount, at: 0) }

    private static func failure(_ path: String, _ problem: String) -> ZigguratError {
        let reason = unsafe String(cString: strerror(errno))
        return ZigguratError(.unreadableSource, path, "\(problem) (\(reason))")
    }
}

extension [UInt8] {
    /// A whole number at an offset, its lowest byte first; 0 where the bytes end before. Numbers
    /// beyond any file's size become the largest there is.
    package func little(_ count: Int, at offset: Int) -> Int {
        guard offset >= 0, offset + count <= self.count else { return 0 }
        var number: UInt64 = 0
        for index in (0..<count).reversed() { number = number << 8 | UInt64(self[offset + index]) }
        return Int(Swift.min(number, UInt64(Int.max / 4)))
    }
}
