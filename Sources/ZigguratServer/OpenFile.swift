internal import Glibc
internal import ZigguratSystem

/// An open file or folder; closed when it is released.
final class OpenFile: Sendable {
    let descriptor: Int32
    let isFolder: Bool
    /// In bytes.
    let size: Int
    let validators: Validators
    let identity: Identity

    /// Distinguishes a file from all others, and from its own earlier versions.
    struct Identity: Hashable {
        let device: Int
        let words: [Int]
    }

    /// Takes ownership of a descriptor.
    ///
    /// - Returns: `nil` if it is neither a file nor a folder, but a pipe for example.
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
        // All properties are set: after a failure `deinit` closes the descriptor.
        guard isKnown, isFolder || kind == S_IFREG else { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// A second descriptor, which the caller closes; -1 if the process has too many.
    func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
}
