internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratSystem
internal import ZigguratViewer

/// The most recently opened containers, kept so that not every tile reads their directories.
final class OpenContainers: Sendable {
    private let opener: ContainerOpener
    private let recent = Mutex<[Entry]>([])

    private static let capacity = 4

    /// A container that one request opens while other requests for the container wait.
    ///
    /// The container is opened by its file descriptor, which cannot leave the served folder.
    private final class Entry: Sendable {
        let file: FileAttributes
        private let result = Mutex<Result<PreviewFiles, ZigguratError>?>(nil)

        init(_ file: FileAttributes) {
            self.file = file
        }

        func files(
            _ open: () throws(ZigguratError) -> PreviewFiles
        ) throws(ZigguratError) -> PreviewFiles {
            try result.withLock { result throws(ZigguratError) in
                if let result { return try result.get() }
                do throws(ZigguratError) {
                    let files = try open()
                    result = .success(files)
                    return files
                } catch {
                    // A damaged container stays damaged, but an error such as too many open files
                    // may be temporary.
                    if error.code != .unreadableSource { result = .failure(error) }
                    throw error
                }
            }
        }
    }

    init(_ formats: Formats) {
        opener = ContainerOpener(formats: formats)
    }

    func mayOpen(_ name: String) -> Bool { opener.format(ofFile: name) != nil }

    /// Whether most files with this name's extension are not containers.
    func sharesExtension(_ name: String) -> Bool {
        opener.format(ofFile: name)?.traits.sharesExtension ?? false
    }

    func files(in file: OpenFile, named name: String) throws(ZigguratError) -> PreviewFiles {
        let entry = recent.withLock { entries in
            let found = entries.first { $0.file == file.attributes }
            let entry = found ?? Entry(file.attributes)
            entries.removeAll { $0 === entry }
            entries.insert(entry, at: 0)
            if entries.count > Self.capacity { entries.removeLast() }
            return entry
        }
        return try entry.files { () throws(ZigguratError) in
            try opener.open("/proc/self/fd/\(file.descriptor)", named: name)
        }
    }
}

/// An opener of archives and tile databases for the preview. The opener returns the container's
/// files and, if needed, a page.
///
/// A file is opened if its extension belongs to a container format (`.zip`, `.szi`, `.pmtiles`,
/// `.mbtiles`). The file's first bytes decide the format.
struct ContainerOpener: Sendable {
    private let formats: Formats
    private let endings: [(ending: String, format: any ContainerFormat)]

    init(formats: Formats) {
        self.formats = formats
        endings = formats.containers.filter { !$0.isFolder }.compactMap { format in
            (try? format.examplePath()).map { path in
                (".\(String(path.reversed().prefix { $0 != "." }.reversed()))", format)
            }
        }
    }

    /// Returns the container format with a file's extension; `nil` if no format has the extension.
    func format(ofFile name: String) -> (any ContainerFormat)? {
        let lowered = name.lowercased()
        return endings.first { lowered.hasSuffix($0.ending) }?.format
    }

    /// - Parameters:
    ///   - path: a path that is valid during the call, and differs from the path under which the
    ///     file is served.
    ///   - name: the file's name.
    /// - Throws: ``ZigguratError`` if the container is damaged or its format is unknown.
    func open(_ path: String, named name: String) throws(ZigguratError) -> PreviewFiles {
        guard case .container(let reader) = try RecognizedPath(at: path, formats) else {
            throw ZigguratError(ArchiveError.unrecognised, path)
        }
        switch try reader.read(path, known: nil) {
        case .pyramid(let source, _):
            let pages = try PreviewPage.files(
                of: source.found, naming: PreviewFiles.tileNaming, in: name,
                readBy: Self.archive(source, reader, at: path, named: name)
            ) { tile, _ throws(ZigguratError) in try source.bytes(of: tile) }
            return PreviewFiles(.tiles(source), pages: pages)
        case .files(let files, _):
            guard let (folder, found) = try PyramidSearch.first(in: files, formats),
                try Self.hasNoPage(files),
                // If the page cannot be made, the files are still served.
                let pages = try? PreviewPage.files(
                    of: found, naming: found.naming, folder: folder, in: name,
                    bytes: { _, path in try? files.contents(of: path) })
            else { return PreviewFiles(.archive(files)) }
            return PreviewFiles(.archive(files), pages: pages)
        }
    }

    /// Returns the container for a page that reads it; `nil` if browsers can show the tiles.
    private static func archive(
        _ source: any TileSource, _ reader: any ContainerReader, at path: String, named name: String
    ) -> PageArchive? {
        let format = source.pyramid.tiling.encoding.format
        guard !format.traits.isShownByAllBrowsers,
            let container = reader.abilities.ranges
        else { return nil }
        return PageArchive(
            container.archiveKind, path: "../\(name)", byteCount: FileSystem.size(of: path),
            title: name)
    }

    /// Whether an archive has no page at its top or in its only top folder.
    private static func hasNoPage(_ files: any BundleFiles) throws(ZigguratError) -> Bool {
        let names = try files.names(in: "")
        let top = names.count == 1 ? names[0] : ""
        return !files.hasFile("index.html") && !files.hasFile("\(top)index.html")
    }
}
