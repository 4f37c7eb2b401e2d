internal import Glibc
internal import ZigguratSystem

/// An open file or folder; closed when it is released.
struct OpenFile {
    private let handle: FileHandle
    /// Distinguishes the file from all others, and from its own earlier versions.
    let attributes: FileAttributes

    /// Takes ownership of a descriptor.
    ///
    /// - Returns: `nil` if it is neither a file nor a folder, but a pipe for example.
    init?(_ descriptor: Int32) {
        handle = FileHandle(descriptor, path: "")
        guard let attributes = FileAttributes(descriptor: descriptor), attributes.kind != .other
        else { return nil }
        self.attributes = attributes
    }

    /// Valid while this value exists.
    var descriptor: Int32 { handle.descriptor }
    var isFolder: Bool { attributes.isFolder }
    /// In bytes.
    var size: Int { attributes.byteCount }

    var validators: Validators {
        let words = [
            Int(attributes.identity.inode), attributes.modified.seconds,
            attributes.modified.nanoseconds, size,
        ]
        return Validators(
            entityTag: "\"" + words.map { String($0, radix: 36) }.joined(separator: "-") + "\"",
            modified: attributes.modified.seconds)
    }

    /// A second descriptor, which the caller closes; -1 if the process has too many.
    func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
}
