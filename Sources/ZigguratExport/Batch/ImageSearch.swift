internal import ZigguratImaging
internal import ZigguratSystem

/// Finds the image files in a folder. No file other than a regular one is opened.
struct ImageSearch {
    /// The images, sorted by path: first the files of a folder, then its folders.
    private(set) var images: [String] = []
    /// The number of files that do not look like images.
    private(set) var otherFiles = 0
    /// The number of pipes, sockets and devices.
    private(set) var specialFiles = 0
    /// Folders that cannot be read.
    private(set) var failures: [ZigguratError] = []

    private let root: String
    private let selection: ExportBatch.Selection
    private let isolation: SourceRequest.Isolation?
    /// The folder that the exports go to.
    private let destination: FileAttributes.Identity?

    init(
        _ folder: String, _ selection: ExportBatch.Selection, destination: String,
        _ isolation: SourceRequest.Isolation?
    ) {
        root = folder.utf8.last == UInt8(ascii: "/") ? folder : folder + "/"
        self.selection = selection
        self.isolation = isolation
        self.destination = FileSystem.attributes(of: destination)?.identity
        search("")
    }

    /// - Parameter folder: relative to the root, with a slash at its end unless it is the root.
    private mutating func search(_ folder: String) {
        let names: [String]
        do throws(ZigguratError) {
            names = try FileSystem.entries(in: root + folder)
        } catch {
            failures.append(error)
            return
        }
        var (files, folders): ([String], [String]) = ([], [])
        for name in names where name.utf8.first != UInt8(ascii: ".") {
            let path = folder + name
            let place = root + path
            let attributes = FileSystem.attributes(of: place)
            switch attributes?.kind {
            case .folder:
                guard selection.isRecursive, !selection.skips(path),
                    attributes?.identity != destination,
                    FileAttributes(path: place, followsLink: false)?.isFolder == true,
                    !FileSystem.exists("\(place)/\(Manifest.fileName)")
                else { continue }
                folders.append(path + "/")
            case .other: if selection.takes(path) { specialFiles += 1 }
            // A broken link, or a name that is not UTF-8: opening it reports what is wrong.
            case .file, nil: if selection.takes(path) { files.append(place) }
            }
        }
        let found = SourceImage.thatLookLikeImages(files, isolation)
        images += found
        otherFiles += files.count - found.count
        for folder in folders { search(folder) }
    }
}
