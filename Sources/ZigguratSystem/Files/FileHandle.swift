internal import Glibc

/// An open file or folder, closed with its last reference.
package final class FileHandle: Sendable {
    package let path: String
    package let descriptor: Int32

    /// Takes over an open descriptor.
    package init(_ descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    deinit {
        close(descriptor)
    }

    /// Opens a folder, so that files can be named relative to it.
    package static func folder(_ path: String) throws(ZigguratError) -> FileHandle {
        let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .file(.listFolder, path) }
        return FileHandle(descriptor, path: path)
    }

    /// Opens a lock file, or creates it.
    package static func lockFile(_ path: String) throws(ZigguratError) -> FileHandle {
        // NFS locks only files that are open for writing.
        let descriptor = unsafe open(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw .file(.write, path) }
        return FileHandle(descriptor, path: path)
    }

    /// Opens a lock file, or creates it, and holds it together with others until it is released.
    package static func sharedLock(_ path: String) throws(ZigguratError) -> FileHandle {
        let file = try lockFile(path)
        while flock(file.descriptor, LOCK_SH) != 0 {
            guard errno == EINTR else { throw .file(.lock, path) }
        }
        return file
    }

    /// Returns whether another process holds a lock file; `false` if the file is missing.
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

    /// Locks the file or folder against other processes, until ``unlock()``.
    ///
    /// - Returns: `false` if another process has locked it and the call does not wait, or, with
    ///   another `errno` than `EWOULDBLOCK`, if the file system has no locks.
    package func lock(waits: Bool) -> Bool {
        while flock(descriptor, LOCK_EX | (waits ? 0 : LOCK_NB)) != 0 {
            guard errno == EINTR else { return false }
        }
        return true
    }

    package func unlock() { _ = flock(descriptor, LOCK_UN) }
}
