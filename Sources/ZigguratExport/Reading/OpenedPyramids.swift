internal import FoundationEssentials
internal import ZigguratCore
package import ZigguratFormats
package import ZigguratImaging
package import ZigguratStore
package import ZigguratSystem

/// The pyramids at a path, opened for repacking.
package struct OpenedPyramids {
    package let path: String
    package let entries: [OpenedBundle]
    package let manifest: Manifest?
    package let name: String
    /// The images and sounds of the tour.
    package let tour: TourContent

    /// - Throws: ``PyramidError`` if the path has no pyramid, or has several pyramids of
    ///   different images.
    init(_ path: String, _ formats: Formats = .standard) throws(ZigguratError) {
        let path = Path.normalized(path)
        try self.init(path, try RecognizedPath(at: path, formats), formats)
    }

    /// - Parameters:
    ///   - path: a path without a trailing slash.
    ///   - contents: the recognised contents of the path.
    package init(
        _ path: String, _ contents: RecognizedPath, _ formats: Formats
    ) throws(ZigguratError) {
        self.path = path
        if case .export(let export) = contents, let manifest = export.manifest {
            self.manifest = manifest
            name = manifest.name
            tour = TourContent(storedIn: export.folder, manifest)
            entries = try export.bundles.map { bundle throws(ZigguratError) in
                try export.open(bundle, of: manifest, formats)
            }
            return
        }
        manifest = nil
        tour = TourContent()
        let entry =
            switch contents {
            case .container(let reader):
                switch try reader.read(path, known: nil) {
                case .pyramid(let source, _): OpenedBundle(source: source, layout: .xyz)
                case .files(let files, _): try Self.entry(in: files, at: path, formats)
                }
            case .files(let files, let descriptor):
                try Self.entry(in: files, at: path, formats, descriptor: descriptor)
            case .comparison: throw ZigguratError(PyramidError.unrecognised, path)
            case .book: throw ZigguratError(PyramidError.book, path)
            case .export, .destination: try Self.entry(in: FolderFiles(path), at: path, formats)
            }
        entries = [entry]
        let own = entry.source.pyramid.name
        name = own.isEmpty ? Self.name(of: path) : own
    }

    /// Returns the source of the image. Without an export, the source is the pyramid itself.
    package func provenance() throws(ZigguratError) -> (
        source: Manifest.Source, header: SourceHeader
    ) {
        if let manifest { return (manifest.source, manifest.image) }
        let pyramid = entries[0].source.pyramid
        let format = pyramid.tiling.encoding.format
        // Only the size of the original image is known, so all other values are assumed.
        let header = SourceHeader(
            format: format.name, size: pyramid.imageSize, bands: format.keepsAlpha ? 4 : 3,
            hasAlpha: format.keepsAlpha)
        return (try Manifest.Source(path: path), header)
    }

    /// Returns the source of the image for an export in a destination.
    ///
    /// - Parameter old: the existing export of the name. If the image is unchanged, it provides the
    ///   hash of the source's path.
    package func provenance(
        in destination: String, beside old: Manifest?
    ) throws(ZigguratError) -> (source: Manifest.Source, header: SourceHeader) {
        var (source, header) = try provenance()
        source.place =
            manifest == nil ? source.located(at: path, in: destination).place : nil
        if let old, source.place == nil, source.isUnchanged(since: old.source) {
            source.place = old.source.place
        }
        return (source, header)
    }

    private static func entry(
        in files: any BundleFiles, at path: String, _ formats: Formats, descriptor: String? = nil
    ) throws(ZigguratError) -> OpenedBundle {
        let hits = try PyramidSearch.hits(in: files, formats, descriptor: descriptor)
        let sources = try hits.map { hit throws(ZigguratError) in
            hit.source(try hit.reading.get())
        }
        guard let hit = hits.first, let source = sources.first else {
            throw PyramidError.nothing(at: path)
        }
        guard hits.count == 1 else {
            throw ZigguratError(PyramidError.ambiguous(count: hits.count), path)
        }
        return OpenedBundle(source: source, layout: source.layout, levels: hit.levels)
    }

    /// Returns the name of the folder, or the name of the file without its extension.
    package static func name(of path: String) -> String {
        let isFolder = FileSystem.isFolder(path)
        if !isFolder, Path.name(of: path) != "info.json" { return Path.stem(of: path) }
        let folder = isFolder ? path : Path.split(path).folder
        let name = Path.name(of: folder)
        if !name.isEmpty, name != ".", name != ".." { return name }
        return Path.name(of: URL(filePath: folder).standardizedFileURL.path)
    }
}
