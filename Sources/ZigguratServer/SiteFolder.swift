internal import CSystem
internal import Glibc
internal import ZigguratSystem

/// The served folder; files are opened only through it.
final class SiteFolder: Sendable {
    private let descriptor: Int32

    /// Why a path cannot be opened.
    enum Refusal: Error, Hashable {
        case missing
        case forbidden
        /// The server has no descriptors left.
        case busy
    }

    /// Takes ownership of the descriptor of a folder.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Opens a path inside the folder; an empty path is the folder itself. Symbolic links are
    /// followed if they stay inside it.
    func open(_ path: String) throws(Refusal) -> OpenFile {
        // Opening a pipe without a writer must not block the server.
        let file = zig_open_beneath(descriptor, path.isEmpty ? "." : path, O_NONBLOCK)
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
        // Reading a folder moves the position of its descriptor, so a new one is opened.
        let copy = openat(folder.descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard copy >= 0 else { return [] }
        guard let stream = fdopendir(copy) else {
            close(copy)
            return []
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let bytes = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            // A name that is not UTF-8 cannot be written in a page.
            guard bytes.first != UInt8(ascii: "."),
                let name = String(validating: bytes, as: UTF8.self)
            else { continue }
            var status = stat()
            let isFolder =
                fstatat(copy, name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
            names.append(isFolder ? name + "/" : name)
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
