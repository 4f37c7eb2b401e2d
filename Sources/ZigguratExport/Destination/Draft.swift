internal import Glibc
internal import ZigguratFormats
internal import ZigguratSystem

/// A hidden folder in which an export comes about; gone when it was neither published nor needed,
/// and so is a destination that was made for it and has nothing in it.
final class Draft {
    let path: String
    private let lock: FileHandle
    private let newDestination: String?

    /// - Parameter newDestination: the destination, where it was made for this draft.
    init(path: String, lock: FileHandle, newDestination: String?) {
        self.path = path
        self.lock = lock
        self.newDestination = newDestination
    }

    deinit {
        try? FileSystem.remove(path)
        // Refused where there is anything in it, which is what is wanted.
        if let newDestination { _ = unsafe rmdir(newDestination) }
    }
}
