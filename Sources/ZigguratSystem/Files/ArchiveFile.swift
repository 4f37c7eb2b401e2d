internal import Glibc
internal import Synchronization

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
            throw ZigguratError(FileFailure(.read, .truncated), path)
        }
        return bytes
    }

    /// Closes the file. Some file systems report a full disk only now.
    package func close() throws(ZigguratError) {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        guard Glibc.close(descriptor) == 0 else { throw .file(.write, path) }
    }
}
