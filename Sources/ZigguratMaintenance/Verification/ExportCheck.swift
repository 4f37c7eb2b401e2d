internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSources
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// Verifies an export: its manifest, bundles, thumbnail and checksums. Also finds unexpected files.
struct ExportCheck {
    let export: StoredExport

    var folder: String { export.folder }

    /// Verifies the export in a folder. An unreadable manifest is a fault.
    static func run(_ run: VerificationRun, at folder: String) throws(ZigguratError) {
        let export: StoredExport
        do throws(ZigguratError) {
            export = try StoredExport(folder)
        } catch {
            return run.found(error, as: .manifest)
        }
        try ExportCheck(export: export).run(run)
    }

    func run(_ run: VerificationRun) throws(ZigguratError) {
        run.advice = .exportAgain
        let earlierFindings = run.findingCount
        guard let manifest = export.manifest else {
            let isThere = FileSystem.exists(export.manifestPlace)
            run.found(
                isThere ? .invalidManifest : .missing(.manifest), at: export.manifestPlace)
            let files = try FolderFiles(folder).listing().files
            return try checkHashes(of: files, nil, run, earlierFindings)
        }
        var bundles: [CheckedBundle] = []
        for bundle in export.bundles {
            if let checked = try check(bundle, of: manifest, run) { bundles.append(checked) }
            try checkPage(beside: bundle, run)
        }
        try checkFiles(of: manifest, run, earlierFindings)
        report(bundles, of: manifest, run, earlierFindings)
    }

    /// Verifies the files outside the bundles, and compares all files with their checksums.
    private func checkFiles(
        of manifest: Manifest, _ run: VerificationRun, _ earlierFindings: Int
    ) throws(ZigguratError) {
        if export.bundlePath == nil {
            checkImages(manifest, run)
            checkOriginal(manifest, run)
        }
        let (files, emptyFolders) = try FolderFiles(folder).listing()
        // Ziggurat writes no empty folder, so an empty folder is unexpected unless its files are
        // missing.
        for path in emptyFolders where export.contains(path) {
            let place = "\(folder)/\(path)"
            if !run.hasFinding(inFolder: place) { run.found(.unexpectedFolder, at: place) }
        }
        guard export.bundlePath == nil else {
            return try checkHashes(of: files, manifest, run, earlierFindings)
        }
        try checkOtherFiles(manifest, emptyFolders, run)
        let list = "\(folder)/\(ChecksumList.fileName)"
        if manifest.settings.fixity == .checksums, !FileSystem.exists(list) {
            run.found(.missing(.checksumList), at: list)
        }
        for list in ChecksumCheck.all(in: folder) { try list.check(run) }
        if manifest.settings.fixity == .bag { BagCheck(folder: folder).run(run) }
        try checkHashes(of: files, manifest, run, earlierFindings)
    }

    /// - Parameter manifest: `nil` if the manifest is missing or damaged.
    private func checkHashes(
        of files: [String], _ manifest: Manifest?, _ run: VerificationRun, _ earlierFindings: Int
    ) throws(ZigguratError) {
        let list = "\(folder)/\(FileHashes.fileName)"
        guard manifest?.hashes != nil || FileSystem.exists(list) else { return }
        try HashCheck(
            folder: folder, files: files.filter(export.contains),
            isWhole: export.bundlePath == nil,
            earlierFindings: earlierFindings
        ).run(run)
    }

    /// - Returns: `nil` if the bundle cannot be opened.
    private func check(
        _ bundle: Manifest.Bundle, of manifest: Manifest, _ run: VerificationRun
    ) throws(ZigguratError) -> CheckedBundle? {
        let before = run.findingCount
        let place = export.place(of: bundle)
        var source: (any TileSource)?
        var contents: BundleContents?
        do throws(ZigguratError) {
            let opened = try export.open(bundle, of: manifest, run.options.formats)
            guard run.isBounded(opened.source) else { return nil }
            source = opened.source
            for fault in opened.faults() { run.found(fault, as: .container) }
            if let source = opened.source as? FileTileSource {
                contents = try check(source, bundle, manifest, run)
            } else {
                try TileCheck(source: opened.source).run(run)
                contents = BundleContents(bytes: bundle.bytes)
            }
        } catch {
            switch error.reason as? PyramidError {
            case .missingBundle: run.found(.missing(.bundle), at: place)
            case .unknownLayout(let name):
                run.note(.unknownLayout(name), on: place)
            case .invalidRecord: run.found(error, as: .manifest)
            default:
                guard error.code == .invalidPyramid else { throw error }
                run.found(error, as: .container)
            }
        }
        if !bundle.isFolder {
            contents?.bytes = FileSystem.attributes(of: place)?.byteCount ?? bundle.bytes
            if run.findingCount > before { run.attributeFindings(to: place) }
        }
        return source.map {
            CheckedBundle(
                bundle: bundle, source: $0, findings: before..<run.findingCount,
                contents: contents)
        }
    }

    /// Verifies the page beside a bundle that is one file.
    private func checkPage(
        beside bundle: Manifest.Bundle, _ run: VerificationRun
    ) throws(ZigguratError) {
        guard let path = bundle.pageFolder else { return }
        let files = FolderFiles("\(folder)/\(path)")
        let page = PageCheck(files: files)
        page.run(run, isExpected: true)
        let known = Set(page.paths + [PageWriter.imageScript])
        for file in try files.listing().files
        where !known.contains(file) && !PageCheck.isLanguage(file) {
            run.found(.unexpectedFile, at: files.place(of: file))
        }
    }

    private func check(
        _ source: FileTileSource, _ bundle: Manifest.Bundle, _ manifest: Manifest,
        _ run: VerificationRun
    ) throws(ZigguratError) -> BundleContents? {
        let layout = source.layout
        let settings = manifest.settings(of: bundle)
        let description = BundleDescription(
            of: manifest, settings, layout, source.pyramid, absent: source.absent,
            run.options.formats)
        var descriptors = try layout.descriptors(of: description)
        // A layout without descriptors is recognised only by its tiles, which are verified anyway.
        let readings = descriptors.isEmpty ? [] : try layout.pyramids(in: source.files)
        var otherFiles: [String] = []
        let formats = run.options.formats
        if let container = formats.container(named: settings.container) {
            let record = try BundleRecord.file(
                of: layout, description, levels: settings.levels, in: container, formats)
            if let record { descriptors.append(record) }
            otherFiles =
                try container.descriptors(of: description).map(\.path)
                + [container.thumbnail].compactMap { $0 }
        }
        let expectation = BundleExpectation(
            manifest: bundle, manifestPlace: export.manifestPlace, descriptors: descriptors,
            otherFiles: otherFiles)
        return try BundleCheck(
            source: source, readings: readings, expectation: expectation
        ).run(run)
    }

    private func checkImages(_ manifest: Manifest, _ run: VerificationRun) {
        let decodes = run.options.decodes
        check(.thumbnail, at: manifest.thumbnail, run) { bytes throws(ZigguratError) in
            _ = try TileImage.check(bytes, decoding: decodes)
        }
        for image in (manifest.sizes ?? []) + (manifest.previews?.all ?? []) {
            let check = ImageCheck(
                format: .jpeg, size: PixelSize(width: image.width, height: image.height))
            self.check(.image, at: image.path, run) { bytes throws(ZigguratError) in
                if let flaw = check.flaw(of: bytes, decoding: decodes) { throw flaw }
            }
        }
        if let srcset = manifest.srcset, !FileSystem.exists("\(folder)/\(srcset)") {
            run.found(.missing(.file), at: "\(folder)/\(srcset)")
        }
    }

    private func check(
        _ role: VerificationError.Role, at path: String, _ run: VerificationRun,
        _ check: ([UInt8]) throws(ZigguratError) -> Void
    ) {
        let place = "\(folder)/\(path)"
        do throws(ZigguratError) {
            guard let bytes = try FileSystem.contents(of: place) else {
                return run.found(.missing(role), at: place)
            }
            try check(bytes)
        } catch {
            run.found(error.about(place), as: .damagedTile)
        }
    }

    private func checkOriginal(_ manifest: Manifest, _ run: VerificationRun) {
        guard let original = SourceCopy(of: manifest.source, manifest.settings) else { return }
        let place = "\(folder)/\(original.path(in: manifest.settings.fixity))"
        guard let size = FileSystem.attributes(of: place)?.byteCount else {
            return run.found(.missing(.original), at: place)
        }
        if size != original.bytes {
            run.found(.wrongOriginalSize(stated: original.bytes, actual: size), at: place)
        }
    }

    /// - Parameter reported: the folders that have findings.
    private func checkOtherFiles(
        _ manifest: Manifest, _ reported: [String], _ run: VerificationRun
    ) throws(ZigguratError) {
        let payload = manifest.settings.fixity.payload
        let known = Set(
            [Manifest.fileName, FileHashes.fileName, manifest.thumbnail]
                + manifest.bundles.flatMap { [$0.path, $0.pageFolder].compactMap(\.self) }
                + (manifest.previews?.all ?? []).map(\.path)
                + (manifest.sizes ?? []).map(\.path) + [manifest.srcset].compactMap { $0 }
                + (manifest.settings.includesSource ? [payload + SourceCopy.folder] : [])
                + ChecksumCheck.all(in: folder).map(\.name)
                + (payload.isEmpty ? [] : BagCheck.fileNames + [String(payload.dropLast())])
                + reported)
        let files = FolderFiles(folder)
        for part in Set(["", payload]) {
            for name in try files.names(in: String(part.dropLast())) {
                let isFolder = name.last == "/"
                let path = part + (isFolder ? String(name.dropLast()) : name)
                if !known.contains(path) {
                    run.found(
                        isFolder ? .unexpectedFolder : .unexpectedFile, at: files.place(of: path))
                }
            }
        }
    }
}
