/// A hidden folder in which an export comes about; gone when it was neither published nor needed.
final class Draft {
    let path: String
    private let lock: FileHandle

    init(path: String, lock: FileHandle) {
        self.path = path
        self.lock = lock
    }

    deinit {
        try? FileSystem.remove(path)
    }
}
