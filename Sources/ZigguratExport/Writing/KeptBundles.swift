internal import ZigguratCore
package import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratStore
package import ZigguratSystem
internal import ZigguratViewer

/// The bundles of an older export that stay in the new export.
///
/// Kept tiles become hard links and keep the hashes of the older export. Descriptors and pages are
/// written again.
package struct KeptBundles {
    /// The older export.
    private let export: StoredExport
    private let manifest: Manifest
    private let bundles: [Manifest.Bundle]
    private let formats: Formats
    /// The hash of each file's bytes by the hash of its path; empty if the older export has no
    /// hashes.
    private let hashes: [UInt64: UInt64]

    /// - Returns: `nil` if the update keeps no bundle.
    package init?(
        _ update: ExportDiff, at folder: String, _ formats: Formats
    ) throws(ZigguratError) {
        guard let manifest = update.old, !update.kept.isEmpty else { return nil }
        (self.manifest, bundles, self.formats) = (manifest, update.kept, formats)
        export = try StoredExport(folder)
        guard export.manifest == manifest else {
            throw ZigguratError(DestinationError.changedMeanwhile, folder)
        }
        hashes = (try? FileHashes.read("\(folder)/\(FileHashes.fileName)")) ?? [:]
    }

    /// Returns the layouts of the kept bundles that are folders.
    func folderLayouts() throws(ZigguratError) -> [any Layout] {
        try bundles.filter(\.isFolder).map { bundle throws(ZigguratError) in
            try layout(of: bundle)
        }
    }

    /// Returns the kept bundles that repeat the tiles of another bundle in another format.
    func alternatives() throws(ZigguratError) -> [BundleDocuments.Alternative] {
        try bundles.map { bundle throws(ZigguratError) in
            try manifest.alternative(bundle, layout(of: bundle), at: export.manifestPlace)
        }.compactMap(\.self)
    }

    private func layout(of bundle: Manifest.Bundle) throws(ZigguratError) -> any Layout {
        guard let layout = try manifest.layout(of: bundle, formats) else {
            throw ZigguratError(
                PyramidError.unknownLayout(bundle.layout), export.place(of: bundle))
        }
        return layout
    }

    /// Sorts the bundles of a new export: first in the order of the older export, then the new
    /// bundles.
    func ordered(_ all: [Manifest.Bundle], _ settings: ExportSettings) -> [Manifest.Bundle] {
        let order = manifest.bundles.map(manifest.key)
        let places = all.map { bundle in
            order.firstIndex(of: settings.fixity.key(of: bundle.path)) ?? order.count
        }
        // The index makes the sort stable.
        return all.indices.sorted { (places[$0], $0) < (places[$1], $1) }.map { all[$0] }
    }

    /// Writes the bundles into a new export.
    ///
    /// - Returns: the bundles as the manifest of the new export lists them.
    func write(into new: NewExport) throws(ZigguratError) -> [Manifest.Bundle] {
        try bundles.map { bundle throws(ZigguratError) in
            var kept = bundle
            kept.path = new.settings.fixity.payload + manifest.key(of: bundle)
            let own = Manifest.Bundle.Settings(manifest.settings(of: bundle), of: bundle.layout)
            kept.settings =
                own == Manifest.Bundle.Settings(new.settings, of: bundle.layout) ? nil : own
            if bundle.isFolder {
                try writeFolder(bundle, &kept, new, new.settings.with(own, of: bundle.layout))
            } else {
                try link(bundle.path, to: kept.path, in: FolderContainer(new.folder), "", new)
                try writePage(
                    beside: bundle, &kept, new, new.settings.with(own, of: bundle.layout))
            }
            return kept
        }
    }

    private func writeFolder(
        _ old: Manifest.Bundle, _ kept: inout Manifest.Bundle, _ new: NewExport,
        _ settings: ExportSettings
    ) throws(ZigguratError) {
        let layout = try layout(of: old)
        guard let source = try export.open(old, of: manifest, formats).source as? FileTileSource,
            let container = formats.container(named: settings.container)
        else { throw ZigguratError(VerificationError.invalidManifest, export.manifestPlace) }
        let folder = try FolderContainer("\(new.folder)/\(kept.path)")
        var failure: ZigguratError?
        var sum: UInt64 = 0
        source.forEachPath { path in
            guard failure == nil else { return }
            do throws(ZigguratError) {
                sum &+= try link("\(old.path)/\(path)", to: path, in: folder, "\(kept.path)/", new)
            } catch {
                failure = error
            }
        }
        if let failure { throw failure }
        let target = HashedContainer(
            folder, into: new.hashes, old: new.replaced, prefix: "\(kept.path)/")
        let documents = new.documents.with(settings, in: container)
        if documents.pages != nil,
            let thumbnail = try FileSystem.contents(of: "\(new.folder)/\(new.thumbnail)")
        {
            try target.write(
                BundleFile(path: PageDescription.bundleThumbnail, bytes: thumbnail))
        }
        let description = BundleDescription(
            of: new.source, new.image, in: manifest.name, settings, layout, source.pyramid,
            absent: old.absent ?? .none, formats)
        let files = try documents.files(
            of: layout, description, path: kept.path, storedIn: export.place(of: old),
            version: String(sum, radix: 16))
        for file in files { try target.write(file) }
        let totals = try target.finish()
        (kept.files, kept.bytes) = (totals.files, totals.bytes)
        kept.page = documents.pages == nil ? nil : "\(kept.path)/index.html"
    }

    private func writePage(
        beside old: Manifest.Bundle, _ kept: inout Manifest.Bundle, _ new: NewExport,
        _ settings: ExportSettings
    ) throws(ZigguratError) {
        guard let container = formats.container(named: settings.container) else {
            throw ZigguratError(VerificationError.invalidManifest, export.manifestPlace)
        }
        let documents = new.documents.with(settings, in: container)
        let layout = try layout(of: old)
        let pyramid = try layout.storedPyramid(
            name: manifest.fileStem, imageSize: manifest.image.size, tiling: old.tiling,
            levels: settings.levels, at: export.manifestPlace)
        let description = BundleDescription(
            of: new.source, new.image, in: manifest.name, settings, layout, pyramid,
            absent: old.absent ?? .none, formats)
        let files = try documents.filesBeside(
            layout, description, path: kept.path, byteCount: old.bytes,
            placeholder: StoredPlaceholder.read(beside: old, in: export.folder))
        let target = HashedContainer(
            try FolderContainer(new.folder), into: new.hashes, old: new.replaced)
        for file in files { try target.write(file) }
        kept.page = files.page
    }

    /// Links a file into the new export, or copies it if links fail.
    ///
    /// - Parameters:
    ///   - path: the path of the file in the older export.
    ///   - target: the path of the link in the container.
    ///   - prefix: the path of the container in the new export, with a trailing slash.
    /// - Returns: the mixed hashes of the file's path and bytes.
    @discardableResult
    private func link(
        _ path: String, to target: String, in container: FolderContainer, _ prefix: String,
        _ new: NewExport
    ) throws(ZigguratError) -> UInt64 {
        let place = "\(export.folder)/\(path)"
        guard let file = FileAttributes(path: place, followsLink: false), file.isFile else {
            throw ZigguratError(FileError(.read, .notFound), place)
        }
        if try container.link(StoredFile(path: place), to: target, file.byteCount) == nil {
            try FileSystem.copy(place, to: "\(new.folder)/\(prefix)\(target)")
            container.count(file.byteCount)
        } else {
            new.replaced?.countKept()
        }
        let newPath = prefix + target
        if let content = hashes[XXH3.hash(path)] {
            let entry = FileHashes.Entry(path: XXH3.hash(newPath), content: content)
            new.hashes.add(entry)
            return entry.mixed
        }
        return try new.hashes.add(newPath, in: new.folder).mixed
    }

    /// The new export that receives the kept bundles.
    struct NewExport {
        package let folder: String
        package let settings: ExportSettings
        package let source: Manifest.Source
        package let image: SourceHeader
        package let hashes: FileHashes
        let replaced: ReplacedExport?
        package let thumbnail: String
        package let documents: BundleDocuments
    }
}
