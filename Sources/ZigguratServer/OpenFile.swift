internal import Glibc
internal import ZigguratSystem

/// An open file or folder; closed when nobody needs it any longer.
final class OpenFile: Sendable {
    let descriptor: Int32
    let isFolder: Bool
    /// In bytes.
    let size: Int
    let validators: Validators
    let identity: Identity

    /// What tells a file from every other one, and from itself after it was written anew.
    struct Identity: Hashable {
        let device: Int
        let words: [Int]
    }

    /// Takes over a descriptor.
    ///
    /// - Returns: `nil` where it is neither a file nor a folder, such as a pipe.
    init?(_ descriptor: Int32) {
        self.descriptor = descriptor
        var status = stat()
        let isKnown = fstat(descriptor, &status) == 0
        let kind = status.st_mode & S_IFMT
        isFolder = kind == S_IFDIR
        size = Int(status.st_size)
        let words = [
            Int(status.st_ino), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, Int(status.st_size),
        ]
        identity = Identity(device: Int(status.st_dev), words: words)
        validators = Validators(
            entityTag: "\"" + words.map { String($0, radix: 36) }.joined(separator: "-") + "\"",
            modified: status.st_mtim.tv_sec)
        // From here on the descriptor is closed with the object, whatever it is.
        guard isKnown, isFolder || kind == S_IFREG else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// A second descriptor of the file, for somebody who will close it; -1 where there are too many.
    func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
}
