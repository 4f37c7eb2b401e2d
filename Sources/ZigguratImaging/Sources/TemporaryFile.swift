internal import CSystem
internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// Files without a name, which are gone when they are closed, however the program ends.
enum TemporaryFile {
    /// Where temporary files are made: what TMPDIR says, else the place for large ones.
    static var folder: String {
        if let folder = getenv("TMPDIR").map({ String(cString: $0) }), !folder.isEmpty {
            return folder
        }
        return access("/var/tmp", W_OK) == 0 ? "/var/tmp" : "/tmp"
    }

    /// - Parameter isInMemory: whether it needs no disk.
    static func open(inMemory isInMemory: Bool) throws(ZigguratError) -> Int32 {
        var template = Array("\(folder)/ziggurat-XXXXXX".utf8CString)
        let descriptor = isInMemory ? zig_spool_in_memory() : zig_spool_on_disk(&template)
        guard descriptor >= 0 else { throw failure("cannot be made") }
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
            guard count > 0 else { throw failure("cannot be written") }
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
            guard count > 0 else { throw failure("cannot be read") }
            done += count
        }
    }

    private static func failure(_ problem: String) -> ZigguratError {
        let reason = String(cString: strerror(errno))
        return ZigguratError(
            .unwritable, "", "the temporary file that turning it takes \(problem) (\(reason))",
            remedy: "make room in \(folder), or name another folder in TMPDIR")
    }
}
