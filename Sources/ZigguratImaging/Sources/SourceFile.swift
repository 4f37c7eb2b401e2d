internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// A source's file, open to be read once from the start to the end; closed when nobody needs it any
/// longer.
final class SourceFile {
    let path: String
    let descriptor: Int32

    init(path: String) throws(ZigguratError) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw ZigguratError(
                .unreadableSource, path, "it cannot be opened (\(String(cString: strerror(errno))))"
            )
        }
        posix_fadvise(descriptor, 0, 0, POSIX_FADV_SEQUENTIAL)
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// Bytes from anywhere in the file, as many as are there; where others read on does not change.
    func bytes(_ count: Int, at place: Int) -> [UInt8] {
        guard place >= 0 else { return [] }
        return [UInt8](unsafeUninitializedCapacity: count) { buffer, done in
            done = max(0, pread(descriptor, buffer.baseAddress, count, off_t(place)))
        }
    }
}
