internal import CSystem
internal import Glibc
internal import Synchronization
internal import ZigguratSystem

/// A reason why a path cannot be opened.
enum SiteFolderError: Error, Hashable {
    case missing
    case forbidden
    /// The server has no descriptors left.
    case busy
}

/// The served folder. Files are opened only through this type.
///
/// If the folder is deleted and created again, the files of the new folder are served.
final class SiteFolder: Sendable {
    private struct Opened {
        let handle: FileHandle
        let identity: FileAttributes.Identity?

        init(_ handle: FileHandle) {
            self.handle = handle
            identity = FileAttributes(descriptor: handle.descriptor)?.identity
        }
    }

    private let path: String
    private let opened: Mutex<Opened>

    init(_ folder: String) throws(ZigguratError) {
        let handle: FileHandle
        do throws(ZigguratError) {
            handle = try FileHandle.folder(folder)
        } catch {
            switch error.cause {
            case .system(ENOENT): throw ZigguratError(ServerError.folderNotFound, folder)
            case .system(ENOTDIR): throw ZigguratError(ServerError.notFolder, folder)
            case let cause:
                throw ZigguratError(ServerError.cannotOpenFolder, folder, cause: cause)
            }
        }
        let probe = zig_open_beneath(handle.descriptor, ".", O_DIRECTORY)
        guard probe >= 0 else {
            throw ZigguratError(
                ServerError.cannotRestrictFolder, folder, cause: .lastSystemError)
        }
        close(probe)
        path = folder
        opened = Mutex(Opened(handle))
    }

    /// The folder that is now at the path; the last known folder if the path is missing.
    private var handle: FileHandle {
        let attributes = FileSystem.attributes(of: path)
        return opened.withLock { opened in
            if let attributes, attributes.isFolder, attributes.identity != opened.identity,
                let handle = try? FileHandle.folder(path)
            {
                opened = Opened(handle)
            }
            return opened.handle
        }
    }

    /// Opens a path inside the folder; an empty path is the folder. Symbolic links are followed if
    /// they stay inside the folder.
    func open(_ path: String) throws(SiteFolderError) -> OpenFile {
        let handle = handle
        // Opening a pipe without a writer must not block the server.
        let file = zig_open_beneath(handle.descriptor, path.isEmpty ? "." : path, O_NONBLOCK)
        guard file >= 0 else {
            switch errno {
            case EACCES, EPERM, EXDEV, ELOOP: throw .forbidden
            case EMFILE, ENFILE, ENOMEM: throw .busy
            default: throw .missing
            }
        }
        guard let open = OpenFile(file) else { throw .missing }
        return open
    }

    /// Returns the visible names in a folder, sorted. A folder's name ends with a slash.
    func names(in folder: OpenFile) -> [String] {
        let path = "/proc/self/fd/\(folder.descriptor)"
        let names = (try? FileSystem.entries(in: path)) ?? []
        // A name that is not UTF-8 contains replacement characters, so a page cannot link to it.
        return names.filter {
            $0.utf8.first != UInt8(ascii: ".") && !$0.unicodeScalars.contains("\u{FFFD}")
        }
        .map { FileSystem.isFolder("\(path)/\($0)") ? $0 + "/" : $0 }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

/// An open file or folder, which is closed when this value is released.
struct OpenFile {
    private let handle: FileHandle
    /// The attributes, which differ between files, and between versions of a file.
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
