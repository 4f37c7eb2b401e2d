internal import Glibc

/// A file to which several threads append records. A record is in the file when ``append(_:)``
/// returns, even if the process is killed then.
package final class AppendedFile: Sendable {
    private let handle: FileHandle

    /// Opens a file, or creates it, and removes what follows its first bytes.
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
