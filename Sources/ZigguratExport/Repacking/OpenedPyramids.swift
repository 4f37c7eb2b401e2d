internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The pyramids at a path, opened for repacking.
struct OpenedPyramids {
    struct Entry {
        let source: any TileSource
        /// Its layout; `xyz` for a tile database.
        let layout: any Layout
        /// The requested levels, if a record has them.
        var levels: LevelRequest?
    }

    let path: String
    let entries: [Entry]
    /// The export that they belong to.
    let manifest: Manifest?
    /// The image's name.
    let name: String

    /// - Throws: ``PyramidFailure`` if there is none, or several that do not belong together.
    init(_ path: String, _ formats: Formats) throws(ZigguratError) {
        let path = PathContents.normalized(path)
        self.path = path
        let contents = try PathContents(at: path, formats)
        if case .export(let export) = contents, let manifest = export.manifest {
            self.manifest = manifest
            name = manifest.name
            entries = try export.bundles.map { bundle throws(ZigguratError) in
                let opened = try export.open(bundle, of: manifest, formats)
                return Entry(source: opened.source, layout: opened.layout)
            }
            return
        }
        manifest = nil
        let entry =
            switch contents {
            case .container(let reader):
                switch try reader.read(path, known: nil) {
                case .pyramid(let source, _): Entry(source: source, layout: .xyz)
                case .files(let files, _): try Self.entry(in: files, at: path, formats)
                }
            case .files(let files, let descriptor):
                try Self.entry(in: files, at: path, formats, descriptor: descriptor)
            case .export, .destination: try Self.entry(in: FolderFiles(path), at: path, formats)
            }
        entries = [entry]
        let own = entry.source.pyramid.name
        name = own.isEmpty ? Self.name(of: path) : own
    }

    private static func entry(
        in files: any BundleFiles, at path: String, _ formats: Formats, descriptor: String? = nil
    ) throws(ZigguratError) -> Entry {
        let hits = try PyramidSearch.hits(in: files, formats, descriptor: descriptor)
        let sources = try hits.map { hit throws(ZigguratError) in
            hit.source(try hit.reading.get())
        }
        guard let hit = hits.first, let source = sources.first else {
            throw ZigguratError(PyramidFailure.unrecognised, path)
        }
        guard hits.count == 1 else {
            throw ZigguratError(PyramidFailure.ambiguous(count: hits.count), path)
        }
        return Entry(source: source, layout: source.layout, levels: hit.levels)
    }

    /// The name of the folder, or of the file without its extension.
    private static func name(of path: String) -> String {
        if !FileSystem.isFolder(path), ExportName.file(of: path) != "info.json" {
            return ExportName.stem(of: path)
        }
        let name =
            FileSystem.isFolder(path)
            ? ExportName.file(of: path) : ExportName.parent(of: path)
        if !name.isEmpty, name != ".", name != ".." { return name }
        let full = URL(filePath: path).standardizedFileURL.path
        return ExportName.file(of: FileSystem.isFolder(path) ? full : ExportName.parent(of: full))
    }
}
