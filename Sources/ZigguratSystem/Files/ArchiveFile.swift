internal import Glibc
internal import Synchronization

/// A new file that is written at any place, from any thread.
package final class ArchiveFile: Sendable {
    package let path: String
    private let descriptor: Int32
    private let isOpen = Atomic(true)

    /// - Parameter isTemporary: it has no name, and is gone when it is let go; the path is only
    ///   what errors name, and says in which folder it takes room.
    package init(_ path: String, isTemporary: Bool = false) throws(ZigguratError) {
        self.path = path
        let place = isTemporary ? path + ".spool" : path
        descriptor = unsafe open(place, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw FileSystem.failure(path, "it cannot be written") }
        if isTemporary { _ = unsafe unlink(place) }
    }

    deinit {
        if isOpen.load(ordering: .relaxed) { _ = Glibc.close(descriptor) }
    }

    /// Writes bytes at a place, all of them.
    package func write(_ bytes: RawSpan, at start: Int) throws(ZigguratError) {
        let isWritten = unsafe bytes.withUnsafeBytes { buffer in
            var done = 0
            while done < buffer.count {
                // The address is inside the buffer, which is not empty here.
                let count = unsafe pwrite(
                    descriptor, buffer.baseAddress.unsafelyUnwrapped + done, buffer.count - done,
                    off_t(start + done))
                if count < 0 && errno == EINTR { continue }
                guard count > 0 else { return false }
                done += count
            }
            return true
        }
        guard isWritten else { throw FileSystem.failure(path, "it cannot be written") }
    }

    package func write(_ bytes: [UInt8], at start: Int) throws(ZigguratError) {
        try unsafe write(bytes.span.bytes, at: start)
    }

    /// Reads bytes that were written.
    package func read(_ count: Int, at start: Int) throws(ZigguratError) -> [UInt8] {
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            while filled < count {
                // The address is inside the buffer, which has room for `count` bytes.
                let step = unsafe pread(
                    descriptor, buffer.baseAddress.unsafelyUnwrapped + filled, count - filled,
                    off_t(start + filled))
                if step < 0 && errno == EINTR { continue }
                guard step > 0 else { return }
                filled += step
            }
        }
        guard bytes.count == count else {
            throw FileSystem.failure(path, "what was written cannot be read again")
        }
        return bytes
    }

    /// Ends the file; some file systems say only now that the disk is full.
    package func close() throws(ZigguratError) {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        guard Glibc.close(descriptor) == 0 else {
            throw FileSystem.failure(path, "it cannot be written")
        }
    }
}
