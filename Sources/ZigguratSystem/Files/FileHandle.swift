internal import Glibc

/// An open file or folder, closed when nobody needs it any longer.
package final class FileHandle: Sendable {
    package let descriptor: Int32

    private init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Opens a folder, to name files relative to it.
    package static func folder(_ path: String) throws(ZigguratError) -> FileHandle {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileSystem.failure(path, "the folder cannot be opened") }
        return FileHandle(descriptor)
    }

    /// Locks the folder against other processes, until ``unlock()``.
    ///
    /// - Returns: `false` if another process has locked it and the call does not wait.
    package func lock(waits: Bool) -> Bool {
        while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    package func unlock() { _ = flock(descriptor, LOCK_UN) }
}
