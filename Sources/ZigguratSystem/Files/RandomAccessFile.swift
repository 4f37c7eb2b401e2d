internal import Glibc

/// A file that any thread can read at any offset.
package final class RandomAccessFile: Sendable {
    package let byteCount: Int
    let handle: FileHandle

    package var path: String { handle.path }

    package init(_ path: String) throws(ZigguratError) {
        // With O_NONBLOCK, opening a pipe does not wait for its writer.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(.read, path) }
        handle = FileHandle(descriptor, path: path)
        guard let attributes = FileAttributes(descriptor: descriptor) else {
            throw .file(.read, path)
        }
        guard attributes.isFile else { throw ZigguratError(FileFailure(.read, .notAFile), path) }
        byteCount = attributes.byteCount
    }

    /// Reads bytes at an offset, fewer at the end of the file.
    package func bytes(_ count: Int, at offset: Int) throws(ZigguratError) -> [UInt8] {
        guard offset >= 0, offset < byteCount, count > 0 else { return [] }
        let count = min(count, byteCount - offset)
        guard let bytes = FileTransfer.bytes(count, from: handle.descriptor, at: offset) else {
            throw .file(.read, path)
        }
        return bytes
    }

    package func allBytes() throws(ZigguratError) -> [UInt8] { try bytes(byteCount, at: 0) }
}
