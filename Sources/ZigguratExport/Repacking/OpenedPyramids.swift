internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The pyramids that lie at a path, to be read and written again elsewhere.
struct OpenedPyramids {
    struct Entry {
        let source: any TileSource
        /// The layout that it lies in; what a tile database holds counts as `xyz`.
        let layout: any Layout
        /// What was asked of its levels, where something says so.
        var levels: LevelRequest?
    }

    let path: String
    let entries: [Entry]
    /// The export that they come from, if they come from one.
    let manifest: Manifest?
    /// What the pyramid is called.
    let name: String

    /// - Throws: ``ZigguratError`` where there is none, or several that have nothing to do with each
    ///   other.
    init(_ path: String, _ formats: Formats) throws(ZigguratError) {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
            path.unicodeScalars.removeLast()
        }
        self.path = path
        guard FileSystem.attributes(of: path) != nil else {
            throw ZigguratError(.unreadableSource, path, "there is no such file or folder")
        }
        if let export = Self.export(at: path) {
            manifest = export.manifest
            name = export.manifest.name
            var entries: [Entry] = []
            for bundle in export.manifest.bundles
            where export.only == nil || bundle.path == export.only {
                entries.append(
                    try Self.entry(of: bundle, in: export.folder, export.manifest, formats))
            }
            self.entries = entries
            return
        }
        manifest = nil
        entries = [try Self.standalone(at: path, formats)]
        let own = entries[0].source.pyramid.name
        name = own.isEmpty ? Self.name(of: path) : own
    }

    /// An export's folder, or the bundle of one.
    private static func export(
        at path: String
    ) -> (folder: String, manifest: Manifest, only: String?)? {
        if FileSystem.isFolder(path), let manifest = Manifest.read(fromExport: path) {
            return (path, manifest, nil)
        }
        let name = ExportName.file(of: path)
        let parent = path == name ? "." : String(path.dropLast(name.count + 1))
        for (folder, bundle) in [(parent, name), ("\(parent)/..", Bag.payload + name)] {
            if let manifest = Manifest.read(fromExport: folder),
                manifest.bundles.contains(where: { $0.path == bundle })
            {
                return (folder, manifest, bundle)
            }
        }
        return nil
    }

    private static func entry(
        of bundle: Manifest.Bundle, in folder: String, _ manifest: Manifest, _ formats: Formats
    ) throws(ZigguratError) -> Entry {
        let place = "\(folder)/\(bundle.path)"
        guard let layout = try manifest.layout(of: bundle, formats) else {
            throw ZigguratError(
                .invalidPyramid, place, "the layout “\(bundle.layout)” is none of Ziggurat's own")
        }
        let pyramid = try manifest.pyramid(of: bundle, layout)
        let found = FoundPyramid(
            pyramid, naming: layout.naming, absent: bundle.absent ?? .none)
        if FileSystem.isFolder(place) {
            return Entry(
                source: BundleTileSource(
                    FolderFiles(place), layout: layout, found, isComplete: true),
                layout: layout)
        }
        guard FileSystem.exists(place) else {
            throw ZigguratError(.unreadableSource, place, "the bundle is missing")
        }
        guard let reader = try formats.reader(of: place) else {
            throw ZigguratError(.invalidPyramid, place, "it is no container that is known")
        }
        switch try reader.read(place, known: found) {
        case .pyramid(let source, _): return Entry(source: source, layout: layout)
        case .files(let files, _):
            return Entry(
                source: BundleTileSource(
                    try PyramidSearch.top(of: files), layout: layout, found, isComplete: true),
                layout: layout)
        }
    }

    private static func standalone(
        at path: String, _ formats: Formats
    ) throws(ZigguratError) -> Entry {
        if FileSystem.isFolder(path) { return try entry(in: FolderFiles(path), at: path, formats) }
        if let reader = try formats.reader(of: path) {
            switch try reader.read(path, known: nil) {
            case .pyramid(let source, _): return Entry(source: source, layout: .xyz)
            case .files(let files, _): return try entry(in: files, at: path, formats)
            }
        }
        let name = ExportName.file(of: path)
        let folder = path == name ? "." : String(path.dropLast(name.count + 1))
        return try entry(in: FolderFiles(folder), at: path, formats, descriptor: name)
    }

    private static func entry(
        in files: any BundleFiles, at path: String, _ formats: Formats, descriptor: String? = nil
    ) throws(ZigguratError) -> Entry {
        var entries: [Entry] = []
        for hit in try PyramidSearch.hits(in: files, formats) {
            let found = try hit.reading.get()
            if let descriptor, !found.descriptors.contains(descriptor) { continue }
            entries.append(
                Entry(
                    source: BundleTileSource(
                        hit.files, layout: hit.layout, found, isComplete: hit.isOurs),
                    layout: found.layout ?? hit.layout, levels: hit.levels))
        }
        guard let entry = entries.first else {
            throw ZigguratError(
                .unknownFormat, path, "there is no pyramid that is known",
                remedy: "name an export, a bundle, a descriptor such as photo.dzi, or a file such "
                    + "as photo.pmtiles")
        }
        guard entries.count == 1 else {
            throw ZigguratError(
                .invalidOptions, path, "there are \(entries.count) pyramids",
                remedy: "name the descriptor or the folder of one of them")
        }
        return entry
    }

    /// A name for what has none: that of its folder or, without the ending, of its file.
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
