internal import CSystem
internal import Glibc
package import ZigguratSystem

/// A temporary file without a name. The system deletes it when it is closed, even if the program
/// crashes.
package struct TemporaryFile: ~Copyable {
    private let descriptor: Int32

    /// The folder of temporary files: `TMPDIR`, else `/var/tmp` if it is writable, else `/tmp`.
    package static var folder: String {
        if let folder = getenv("TMPDIR").map({ String(cString: $0) }), !folder.isEmpty {
            return folder
        }
        return access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp"
    }

    init(inMemory isInMemory: Bool) throws(ZigguratError) {
        var template = Array("\(Self.folder)/ziggurat-XXXXXX".utf8CString)
        descriptor = isInMemory ? zig_spool_in_memory() : zig_spool_on_disk(&template)
        guard descriptor >= 0 else { throw Self.failure() }
    }

    deinit {
        close(descriptor)
    }

    package func write(_ bytes: UnsafeRawBufferPointer, at offset: Int) throws(ZigguratError) {
        guard FileTransfer.write(bytes.bytes, to: descriptor, at: offset) else {
            throw Self.failure()
        }
    }

    package func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int)
        throws(ZigguratError)
    {
        let count = FileTransfer.read(into: bytes, from: descriptor, at: offset)
        guard count == bytes.count else { throw Self.failure() }
    }

    private static func failure() -> ZigguratError {
        ZigguratError(SourceFailure.temporaryFile(folder: folder), cause: .lastSystemError)
    }
}
