internal import Glibc

/// A file to which several threads append records. When ``append(_:)`` returns, the record is in
/// the file, even if the process is killed afterwards.
package final class AppendedFile: Sendable {
    private let handle: FileHandle

    /// Opens or creates a file, and removes all bytes after the first `byteCount` bytes.
    package init(_ path: String, keeping byteCount: Int) throws(ZigguratError) {
        let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC
        let descriptor = open(path, flags, 0o666)
        guard descriptor >= 0 else { throw .file(.write, path) }
        handle = FileHandle(descriptor, path: path)
        guard ftruncate(descriptor, off_t(byteCount)) == 0 else { throw .file(.write, path) }
    }

    package func append(_ bytes: RawSpan) throws(ZigguratError) {
        guard FileTransfer.write(bytes, to: handle.descriptor) else {
            throw .file(.write, handle.path)
        }
    }
}
