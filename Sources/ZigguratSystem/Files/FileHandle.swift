internal import Glibc

/// An open file or folder, which is closed when the last reference is released.
package final class FileHandle: Sendable {
    package let path: String
    package let descriptor: Int32

    /// Takes ownership of an open descriptor.
    package init(_ descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// Opens a folder. Files can then be named relative to it.
    package static func folder(_ path: String) throws(ZigguratError) -> FileHandle {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(.listFolder, path) }
        return FileHandle(descriptor, path: path)
    }

    /// Opens or creates a lock file.
    package static func lockFile(_ path: String) throws(ZigguratError) -> FileHandle {
        // NFS locks only files that are opened for writing.
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .file(.write, path) }
        return FileHandle(descriptor, path: path)
    }

    /// Opens or creates a lock file and acquires a shared lock, which lasts until the handle is
    /// released.
    package static func sharedLock(_ path: String) throws(ZigguratError) -> FileHandle {
        let file = try lockFile(path)
        while flock(file.descriptor, LOCK_SH) != 0 {
            guard errno == EINTR else { throw .file(.lock, path) }
        }
        return file
    }

    /// Returns whether another process holds a lock on a file; `false` if the file is missing.
    /// Concurrent calls do not affect each other.
    package static func isLocked(_ path: String) throws(ZigguratError) -> Bool {
        // `unsafe`: Swift keeps the C string of the path until the call returns.
        let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return false }
            throw .file(.read, path)
        }
        let file = FileHandle(descriptor, path: path)
        defer { file.unlock() }
        while flock(file.descriptor, LOCK_SH | LOCK_NB) != 0 {
            guard errno == EINTR else { return errno == EWOULDBLOCK }
        }
        return false
    }

    /// Acquires an exclusive lock on the file or folder, until ``unlock()``.
    ///
    /// - Returns: `false` if another process holds a lock and `waits` is `false`. `false` with an
    ///   `errno` other than `EWOULDBLOCK` if the file system does not support locks.
    package func lock(waits: Bool) -> Bool {
        while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    package func unlock() { _ = flock(descriptor, LOCK_UN) }
}
