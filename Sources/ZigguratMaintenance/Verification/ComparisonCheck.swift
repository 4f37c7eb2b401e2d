internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// Verifies a comparison.
///
/// The exports of the comparison must exist and have the recorded sizes. The page must match the
/// record and these exports.
struct ComparisonCheck {
    /// The folder of the comparison.
    let folder: String
    /// The name of the comparison in its destination; `nil` uses the name in its record.
    package var name: String?

    func run(_ run: VerificationRun) throws(ZigguratError) {
        let before = run.findingCount
        run.advice = .exportAgain
        let record = "\(folder)/\(StoredComparison.fileName)"
        guard let comparison = try StoredComparison.read(from: folder) else {
            return run.found(.invalidManifest, at: record)
        }
        let up = ExportName.parents(of: name ?? comparison.name).count + 1
        var path = folder
        for _ in 0..<up { path = Path.split(path).folder }
        let destination = Destination(path)
        var isComplete = true
        for picture in comparison.pictures {
            isComplete = try check(picture, of: comparison, in: destination, run) && isComplete
        }
        run.advice = .updateGallery(destination: destination.path)
        try checkFiles(of: comparison, run)
        // Another version of Ziggurat, or other templates, would write a different page.
        if isComplete, run.findingCount == before, comparison.templates == nil,
            comparison.generator == Ziggurat.generator
        {
            let writer = ComparisonWriter(
                destination: destination, pages: PageWriter(), formats: run.options.formats)
            do throws(ZigguratError) {
                let page = try writer.files(of: comparison)?.first
                if page.map({ XXH3.digits(of: $0.bytes) }) != comparison.hashes[GalleryRecord.page]
                {
                    run.found(.outdatedComparison, at: "\(folder)/\(GalleryRecord.page)")
                }
            } catch {
                run.found(error.orAbout(folder), as: .descriptor)
            }
        }
        run.note(
            .comparison(images: comparison.pictures.count, faults: run.findingCount - before),
            on: folder)
    }

    /// - Returns: whether the export exists with the recorded bundle and size.
    private func check(
        _ picture: StoredComparison.Picture, of comparison: StoredComparison,
        in destination: Destination, _ run: VerificationRun
    ) throws(ZigguratError) -> Bool {
        let export = destination.folder(of: picture.export)
        guard let manifest = try ManifestCache.shared.manifest(ofExport: export) else {
            run.advice = .exportAgain
            run.found(.missing(.export), at: export)
            return false
        }
        run.advice = .compareAgain(comparison: comparison.name)
        let bundle = "\(export)/\(picture.bundle)"
        guard manifest.bundles.contains(where: { $0.path == picture.bundle }),
            FileSystem.exists(bundle)
        else {
            run.found(.missing(.bundle), at: bundle)
            return false
        }
        if manifest.image.size != picture.size {
            run.found(.wrongSize(manifest.image.size, expected: picture.size), at: export)
            return false
        }
        return true
    }

    /// Compares the page and its scripts with their hashes, and finds unexpected files.
    private func checkFiles(
        of comparison: StoredComparison, _ run: VerificationRun
    ) throws(ZigguratError) {
        for (path, hash) in comparison.hashes.sorted(by: { $0.key < $1.key }) {
            let place = "\(folder)/\(path)"
            if let bytes = try FileSystem.contents(of: place) {
                if XXH3.digits(of: bytes) != hash { run.found(.changed, at: place) }
            } else {
                run.found(.missing(.pageFile), at: place)
            }
        }
        let known = Set(comparison.hashes.keys)
        let names = Set(known.compactMap { $0.split(separator: "/").first.map(String.init) })
        for name in try FileSystem.entries(in: folder)
        where !names.contains(name) && name != StoredComparison.fileName && !name.hasPrefix(".") {
            let place = "\(folder)/\(name)"
            run.found(FileSystem.isFolder(place) ? .unexpectedFolder : .unexpectedFile, at: place)
        }
        let scripts = "\(folder)/viewer"
        guard FileSystem.isFolder(scripts) else { return }
        for name in try FileSystem.entries(in: scripts)
        where !known.contains(where: { $0 == "viewer/\(name)" || $0.hasPrefix("viewer/\(name)/") })
        {
            run.found(.unexpectedFile, at: "\(scripts)/\(name)")
        }
    }
}
