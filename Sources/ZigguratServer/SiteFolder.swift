internal import CSystem
internal import Glibc
internal import ZigguratSystem

/// The served folder; files are opened only through it.
struct SiteFolder: Sendable {
    private let handle: FileHandle

    /// Why a path cannot be opened.
    enum Refusal: Error, Hashable {
        case missing
        case forbidden
        /// The server has no descriptors left.
        case busy
    }

    init(_ folder: String) throws(ZigguratError) {
        do throws(ZigguratError) {
            handle = try FileHandle.folder(folder)
        } catch {
            switch error.cause {
            case .system(ENOENT): throw ZigguratError(ServerFailure.folderNotFound, folder)
            case .system(ENOTDIR): throw ZigguratError(ServerFailure.notFolder, folder)
            case let cause:
                throw ZigguratError(ServerFailure.cannotOpenFolder, folder, cause: cause)
            }
        }
        let probe = zig_open_beneath(handle.descriptor, ".", O_DIRECTORY)
        guard probe >= 0 else {
            throw ZigguratError(
                ServerFailure.cannotRestrictFolder, folder, cause: .lastSystemError)
        }
        close(probe)
    }

    /// Opens a path inside the folder; an empty path is the folder itself. Symbolic links are
    /// followed if they stay inside it.
    func open(_ path: String) throws(Refusal) -> OpenFile {
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

    /// The visible names in a folder, sorted; those of folders end with a slash.
    func names(in folder: OpenFile) -> [String] {
        let path = "/proc/self/fd/\(folder.descriptor)"
        let names = (try? FileSystem.entries(in: path)) ?? []
        // A name that is not UTF-8, read with replacement characters, cannot be written in a page.
        return names.filter {
            $0.utf8.first != UInt8(ascii: ".") && !$0.unicodeScalars.contains("\u{FFFD}")
        }
        .map { FileSystem.isFolder("\(path)/\($0)") ? $0 + "/" : $0 }
        .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
