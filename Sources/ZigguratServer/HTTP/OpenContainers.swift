internal import Synchronization
internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratSystem
internal import ZigguratViewer

/// The containers that were opened last, so that their directories are not read for every tile.
final class OpenContainers: Sendable {
    private let opener: ContainerOpener
    private let recent = Mutex<[Entry]>([])

    private static let capacity = 4

    /// A container that the first request opens while other requests for it wait.
    ///
    /// It is opened by its descriptor, which stays inside the served folder.
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
                    // A damaged container stays damaged; too many open files may pass.
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

    /// Whether most files with the extension of a name are not containers.
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

/// Opens archives and tile databases for the preview: their files, and a page for the pyramid.
///
/// Opens files with the extension of a container (`.zip`, `.szi`, `.pmtiles`, `.mbtiles`); their first
/// bytes decide the format.
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

    /// The format of a file by its extension; `nil` if no container has it.
    func format(ofFile name: String) -> (any ContainerFormat)? {
        let lowered = name.lowercased()
        return endings.first { lowered.hasSuffix($0.ending) }?.format
    }

    /// - Parameters:
    ///   - path: a path that is valid during the call; not the one under which the file is served.
    ///   - name: the file's name.
    /// - Throws: ``ZigguratError`` if the container is damaged or its format is unknown.
    func open(_ path: String, named name: String) throws(ZigguratError) -> PreviewFiles {
        guard case .container(let reader) = try PathContents(at: path, formats) else {
            throw ZigguratError(ArchiveFault.unrecognised, path)
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
                // Without a page, the files can still be opened one by one.
                let pages = try? PreviewPage.files(
                    of: found, naming: found.naming, folder: folder, in: name,
                    bytes: { _, path in try? files.contents(of: path) })
            else { return PreviewFiles(.archive(files)) }
            return PreviewFiles(.archive(files), pages: pages)
        }
    }

    /// The container for a page that reads it; `nil` if browsers show its tiles.
    private static func archive(
        _ source: any TileSource, _ reader: any ContainerReader, at path: String, named name: String
    ) -> PageArchive? {
        let format = source.pyramid.tiling.encoding.format
        guard !format.traits.isShownByAllBrowsers,
            let container = reader as? any RangeReadableContainer
        else { return nil }
        return PageArchive(
            container.archiveKind, path: "../\(name)", byteCount: FileSystem.size(of: path),
            title: name)
    }

    /// Whether an archive has no page, neither at its top nor in the only folder there.
    private static func hasNoPage(_ files: any BundleFiles) throws(ZigguratError) -> Bool {
        let names = try files.names(in: "")
        let top = names.count == 1 ? names[0] : ""
        return !files.hasFile("index.html") && !files.hasFile("\(top)index.html")
    }
}
