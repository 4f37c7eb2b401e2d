internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratStore
public import ZigguratSystem
internal import ZigguratViewer

/// An export with new texts: the files that change. Tiles never change.
struct DescribedExport {
    let manifest: Manifest
    /// The changed files in the order of their replacement, with paths relative to the export.
    package let files: [BundleFile]
    /// The paths of the files to remove, relative to the export: files of the old tour, and
    /// descriptors that the new texts do not need.
    let removed: [String]

    /// - Parameter old: the manifest of the export in the folder.
    /// - Throws: ``DescribeError/otherTemplates`` if the pages were made from different
    ///   templates.
    init(
        of folder: String, _ old: Manifest, _ texts: Manifest.Texts, pages: PageWriter,
        tour: TourContent, templates: PageTemplates, _ formats: Formats
    ) throws(ZigguratError) {
        let list = "\(folder)/\(FileHashes.fileName)"
        let hashes = FileSystem.exists(list) ? try FileHashes.read(list) : nil
        var manifest = old
        manifest.texts = texts
        var changed: [BundleFile] = []
        var removed: [String] = []
        let paged = old.bundles.indices.filter {
            old.bundles[$0].isFolder || old.bundles[$0].pageFolder != nil
        }
        let layouts = try paged.map { index throws(ZigguratError) in
            let bundle = old.bundles[index]
            guard let layout = try old.layout(of: bundle, formats) else {
                throw ZigguratError(
                    PyramidError.unknownLayout(bundle.layout), "\(folder)/\(bundle.path)")
            }
            return layout
        }
        let folderLayouts = zip(paged, layouts).filter { old.bundles[$0.0].isFolder }.map(\.1)
        let place = "\(folder)/\(Manifest.fileName)"
        let alternatives = try zip(paged, layouts).map {
            index, layout throws(ZigguratError) in
            try old.alternative(old.bundles[index], layout, at: place)
        }.compactMap(\.self)
        for (index, layout) in zip(paged, layouts) {
            let settings = manifest.settings(of: old.bundles[index])
            guard let container = formats.container(named: settings.container) else {
                throw ZigguratError(VerificationError.invalidManifest, folder)
            }
            let documents = BundleDocuments(
                name: old.name, settings: settings, layouts: folderLayouts,
                container: container, original: SourceCopy(of: old.source, old.settings),
                previews: old.previews, pageWriter: pages, tour: tour, formats: formats,
                alternatives: alternatives)
            let isFolder = old.bundles[index].isFolder
            guard isFolder && documents.pages == nil || settings.templates == templates.digest
            else {
                throw ZigguratError(DescribeError.otherTemplates, folder)
            }
            let all = try Self.files(
                of: old.bundles[index], layout, manifest, in: folder, documents)
            var files: [BundleFile] = []
            for file in all where try !Self.isSame(file, in: folder, hashes) {
                files.append(file)
            }
            let stale =
                old.tourFiles(ofBundle: index, missingIn: texts.tour)
                + (try Self.staleDescriptors(
                    of: old.bundles[index], layout, old, documents, without: Set(all.map(\.path))))
            if isFolder {
                manifest.count(files, ofBundle: index, in: folder)
                manifest.count(removing: stale, ofBundle: index, in: folder)
            }
            removed += stale
            changed += files
        }
        changed.append(try .json(Manifest.fileName, manifest))
        let update = FixityUpdate(folder: folder, manifest: manifest, hashes: hashes)
        files = changed + (try update.files(changing: changed, removing: removed))
        self.removed = removed
        self.manifest = manifest
    }

    /// Returns all files of a bundle except its tiles, with paths relative to the export.
    private static func files(
        of bundle: Manifest.Bundle, _ layout: any Layout, _ manifest: Manifest, in folder: String,
        _ documents: BundleDocuments
    ) throws(ZigguratError) -> [BundleFile] {
        let pyramid = try layout.storedPyramid(
            name: manifest.fileStem, imageSize: manifest.image.size, tiling: bundle.tiling,
            levels: documents.settings.levels, at: "\(folder)/\(Manifest.fileName)")
        let description = BundleDescription(
            of: manifest, documents.settings, layout, pyramid, absent: bundle.absent ?? .none,
            documents.formats)
        guard bundle.isFolder else {
            return try documents.filesBeside(
                layout, description, path: bundle.path, byteCount: bundle.bytes,
                placeholder: StoredPlaceholder.read(beside: bundle, in: folder))
        }
        let files = try documents.files(
            of: layout, description, path: bundle.path, storedIn: "\(folder)/\(bundle.path)")
        return files.map { BundleFile(path: "\(bundle.path)/\($0.path)", bytes: $0.bytes) }
    }

    /// Returns the paths of descriptors that the new texts do not need, such as the descriptor of
    /// annotations, relative to the export.
    private static func staleDescriptors(
        of bundle: Manifest.Bundle, _ layout: any Layout, _ old: Manifest,
        _ documents: BundleDocuments, without new: Set<String>
    ) throws(ZigguratError) -> [String] {
        guard bundle.isFolder else { return [] }
        let settings = old.settings(of: bundle)
        let pyramid = try layout.storedPyramid(
            name: old.fileStem, imageSize: old.image.size, tiling: bundle.tiling,
            levels: settings.levels, at: Manifest.fileName)
        let description = BundleDescription(
            of: old, settings, layout, pyramid, absent: bundle.absent ?? .none, documents.formats)
        return try layout.descriptors(of: description).map { "\(bundle.path)/\($0.path)" }
            .filter { !new.contains($0) }
    }

    /// Whether a file of the export already has these bytes.
    private static func isSame(
        _ file: BundleFile, in folder: String, _ hashes: [UInt64: UInt64]?
    ) throws(ZigguratError) -> Bool {
        guard let hashes else {
            return try FileSystem.contents(of: "\(folder)/\(file.path)") == file.bytes
        }
        return XXH3.hash(file.bytes) == hashes[XXH3.hash(file.path)]
    }
}

extension Manifest {
    /// Returns the paths of a bundle's tour files that another tour does not use, relative to the
    /// export.
    fileprivate func tourFiles(ofBundle index: Int, missingIn other: Tour?) -> [String] {
        guard let tour = settings.tour, let page = bundles[index].page else { return [] }
        // A manifest that was edited may contain invalid file names, which lead out of the folder.
        let media = tour.mediaNames.filter { name in
            !name.contains("/") && !name.contains("\n") && ![".", "..", ""].contains(name)
                && other?.mediaNames.contains(name) != true
        }
        // A page beside a container has its own scripts even if the pages of folders share scripts.
        let ownsScripts =
            settings.pageAssets == .bundle
            || settings.pageAssets == .destination && !bundles[index].isFolder
        let hasScript = other == nil && ownsScripts
        let folder = Path.split(page).folder
        return (media.map { Tour.mediaFolder + $0 } + (hasScript ? [PageWriter.tourScript] : []))
            .map { "\(folder)/\($0)" }
    }
}

extension PendingTexts {
    func add(_ export: DescribedExport) throws(ZigguratError) {
        let folder = "\(draft)/\(export.manifest.name)"
        for file in export.files {
            let place = "\(folder)/\(file.path)"
            try FileSystem.makeFolders(Path.split(place).folder)
            try FileSystem.replace(place, with: file.bytes)
        }
        let list = "\(lists)/\(export.manifest.name)"
        try FileSystem.makeFolders(Path.split(list).folder)
        // The last file contains the hashes. The replacement of this file shows other processes
        // that all other files are in place.
        let paths =
            export.files.dropLast().map(\.path) + export.removed.map { Self.removal + $0 }
            + export.files.suffix(1).map(\.path)
        try FileSystem.replace(list, with: Array(paths.joined(separator: "\n").utf8))
    }
}

/// Why the texts of exports cannot be changed.
public enum DescribeError: ErrorReason {
    /// The pages of the export were made from other templates than the given templates.
    case otherTemplates

    public var code: ZigguratError.Code {
        switch self {
        case .otherTemplates: .invalidOptions
        }
    }
}

extension DescribeError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .otherTemplates: "cannot write the pages: they were made from other templates"
        }
    }
}
