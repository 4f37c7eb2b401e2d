internal import CSystem
internal import Glibc
internal import ZigguratSystem

/// The folder that is served: the only place where files are opened.
final class SiteFolder: Sendable {
    private let descriptor: Int32

    /// Why nothing is served under a path.
    enum Refusal: Error, Hashable {
        case missing
        case forbidden
        /// The server has no descriptors left.
        case busy
    }

    /// Takes over the descriptor of a folder.
    init(_ descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Opens what lies under a path that is relative to the folder and stays in it; an empty path
    /// is the folder itself. Symbolic links are followed as long as they stay in the folder, too.
    func open(_ path: String) throws(Refusal) -> OpenFile {
        // A pipe without a writer must not keep the server waiting.
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

    /// The names in a folder that are not hidden, sorted; those of folders end with a slash.
    func names(in folder: OpenFile) -> [String] {
        // Opened anew: reading a folder moves the place at which its descriptor stands.
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
            // A name that is not UTF-8 has no address that could be written down here.
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
