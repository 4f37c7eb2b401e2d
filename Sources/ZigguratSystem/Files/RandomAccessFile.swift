internal import Glibc
internal import Synchronization

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
        guard attributes.isFile else { throw ZigguratError(FileError(.read, .notAFile), path) }
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

    /// Reads the whole file. Files in `/proc` have content although their size is 0; up to 16 MB of
    /// such a file are read, and a longer file is an error.
    package func allBytes() throws(ZigguratError) -> [UInt8] {
        guard byteCount == 0 else { return try bytes(byteCount, at: 0) }
        var bytes: [UInt8] = []
        while true {
            guard
                let part = FileTransfer.bytes(1 << 12, from: handle.descriptor, at: bytes.count)
            else { throw .file(.read, path) }
            if part.isEmpty { return bytes }
            bytes += part
            guard bytes.count <= 1 << 24 else {
                throw ZigguratError(FileError(.read, .notAFile), path)
            }
        }
    }
}

/// A new file that any thread can write at any offset.
package final class ArchiveFile: Sendable {
    package let path: String
    private let descriptor: Int32
    private let isOpen = Atomic(true)

    /// Creates the file.
    ///
    ///   - isTemporary: whether the file has no name and disappears when it is closed. The path
    ///     then only sets the folder and the subject of errors.
    package init(_ path: String, isTemporary: Bool = false) throws(ZigguratError) {
        self.path = path
        let place = isTemporary ? path + ".spool" : path
        descriptor = unsafe open(place, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .file(.write, path) }
        if isTemporary, unsafe unlink(place) != 0 { throw .file(.remove, place) }
    }

    deinit {
        if isOpen.load(ordering: .relaxed) { _ = Glibc.close(descriptor) }
    }

    package func write(_ bytes: RawSpan, at offset: Int) throws(ZigguratError) {
        guard FileTransfer.write(bytes, to: descriptor, at: offset) else {
            throw .file(.write, path)
        }
    }

    package func write(_ bytes: [UInt8], at offset: Int) throws(ZigguratError) {
        try write(bytes.span.bytes, at: offset)
    }

    package func read(_ count: Int, at offset: Int) throws(ZigguratError) -> [UInt8] {
        guard let bytes = FileTransfer.bytes(count, from: descriptor, at: offset) else {
            throw .file(.read, path)
        }
        guard bytes.count == count else {
            throw ZigguratError(FileError(.read, .truncated), path)
        }
        return bytes
    }

    /// Closes the file. Some file systems report a full disk only now.
    package func close() throws(ZigguratError) {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        guard Glibc.close(descriptor) == 0 else { throw .file(.write, path) }
    }
}

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
