internal import Glibc
internal import ZigguratSystem

/// An open file or folder. It is closed when this value is released.
struct OpenFile {
    private let handle: FileHandle
    /// The attributes. They differ between files, and between versions of a file.
    let attributes: FileAttributes

    /// Takes ownership of a descriptor.
    ///
    /// - Returns: `nil` if the descriptor is neither a file nor a folder, for example a pipe.
    init?(_ descriptor: Int32) {
        handle = FileHandle(descriptor, path: "")
        guard let attributes = FileAttributes(descriptor: descriptor), attributes.kind != .other
        else { return nil }
        self.attributes = attributes
    }

    /// The file descriptor, valid while this value exists.
    var descriptor: Int32 { handle.descriptor }
    var isFolder: Bool { attributes.isFolder }
    /// The size in bytes.
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

    /// Returns a second descriptor, which the caller closes; -1 if the process has too many open
    /// files.
    func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
}
