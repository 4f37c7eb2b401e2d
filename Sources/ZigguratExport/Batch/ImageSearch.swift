internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// Finds the image files in a folder. Only regular files are opened.
struct ImageSearch {
    /// The images. The images of a folder, sorted by path, precede the images of its subfolders.
    package private(set) var images: [String] = []
    /// The number of files that do not look like images.
    private(set) var otherFiles = 0
    /// The number of pipes, sockets and devices.
    private(set) var specialFiles = 0
    /// The searched folders, with trailing slashes.
    private(set) var folders: [String] = []
    /// The errors of folders that cannot be read.
    package private(set) var failures: [ZigguratError] = []

    /// The names of system folders that contain copies or deleted files: of Synology, QNAP,
    /// Windows, Linux, and macOS archives.
    private static let systemFolders: Set<String> = [
        "@eadir", "#recycle", "#snapshot", "@recycle", "@recently-snapshot", "$recycle.bin",
        "system volume information", "lost+found", "__macosx",
    ]

    private let root: String
    private let selection: ExportBatch.Selection
    /// The identity of the destination, which is not searched.
    private let destination: FileAttributes.Identity?
    /// The files that are considered; `nil` considers all files.
    private let only: Set<String>?
    private let recognise: ([String]) -> [String]

    /// - Parameters:
    ///   - only: the files that are considered; `nil` considers all files.
    ///   - recognise: returns the files that are images.
    init(
        _ folder: String, _ selection: ExportBatch.Selection, destination: String,
        only: Set<String>? = nil, recognise: @escaping ([String]) -> [String]
    ) {
        (self.only, self.recognise) = (only, recognise)
        root = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        self.selection = selection
        self.destination = FileSystem.attributes(of: destination)?.identity
        search("")
    }

    /// - Parameter folder: the path relative to the root, with a trailing slash; empty for the
    ///   root.
    private mutating func search(_ folder: String) {
        let names: [String]
        do throws(ZigguratError) {
            names = try FileSystem.entries(in: root + folder)
        } catch {
            failures.append(error)
            return
        }
        folders.append(root + folder)
        var (files, inner): ([String], [String]) = ([], [])
        for name in names where name.utf8.first != UInt8(ascii: ".") {
            let path = folder + name
            let place = root + path
            let attributes = FileSystem.attributes(of: place)
            switch attributes?.kind {
            case .folder:
                guard selection.isRecursive, !selection.skips(path),
                    !Self.systemFolders.contains(name.lowercased()),
                    attributes?.identity != destination,
                    FileAttributes(path: place, followsLink: false)?.isFolder == true,
                    !FileSystem.exists("\(place)/\(Manifest.fileName)"), !StoredBook.marks(place)
                else { continue }
                inner.append(path + "/")
            case .other: if selection.takes(path) { specialFiles += 1 }
            // A broken link, or a name that is not UTF-8. Opening the file reports the error.
            case .file, nil:
                if selection.takes(path), only?.contains(place) ?? true { files.append(place) }
            }
        }
        let found = recognise(files)
        images += found
        otherFiles += files.count - found.count
        for folder in inner { search(folder) }
    }
}
