internal import CSystem
internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// Files without a name. The system deletes them when they are closed, however the program ends.
enum TemporaryFile {
    /// The folder of temporary files: `TMPDIR`, else the one for large files.
    static var folder: String {
        if let folder = getenv("TMPDIR").map({ String(cString: $0) }), !folder.isEmpty {
            return folder
        }
        return access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp"
    }

    /// Opens a new file; the caller closes the descriptor.
    static func open(inMemory isInMemory: Bool) throws(ZigguratError) -> Int32 {
        var template = Array("\(folder)/ziggurat-XXXXXX".utf8CString)
        let descriptor = isInMemory ? zig_spool_in_memory() : zig_spool_on_disk(&template)
        guard descriptor >= 0 else { throw failure() }
        return descriptor
    }

    static func write(
        _ descriptor: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(ZigguratError) {
        var done = 0
        while done < bytes.count {
            let count = pwrite(
                descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done,
                offset + done)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            done += count
        }
    }

    static func read(
        _ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(ZigguratError) {
        var done = 0
        while done < bytes.count {
            let count = pread(
                descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done,
                offset + done)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            done += count
        }
    }

    private static func failure() -> ZigguratError {
        ZigguratError(SourceFailure.temporaryFile(folder: folder), cause: .lastSystemError)
    }
}
