internal import Glibc
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
internal import ZigguratSystem

/// Checks an export: its manifest, its bundles, its thumbnail, its checksums, and that nothing else
/// is there.
struct ExportCheck {
    private let folder: String
    /// The one bundle that is to be checked; all where it is `nil`.
    private let only: String?

    init(_ folder: String) {
        self.folder = folder
        only = nil
    }

    /// The export that a bundle lies in; `nil` where it lies in none that knows it.
    init?(holding bundle: String) {
        let name = ExportName.file(of: bundle)
        let parent = bundle == name ? "." : String(bundle.dropLast(name.count + 1))
        // The bundles of a bag lie in its folder `data`.
        for (folder, path) in [(parent, name), ("\(parent)/..", Bag.payload + name)] {
            guard let manifest = Manifest.read(fromExport: folder),
                manifest.bundles.contains(where: { $0.path == path })
            else { continue }
            (self.folder, only) = (folder, path)
            return
        }
        return nil
    }

    func run(_ run: VerificationRun) throws(ZigguratError) {
        run.remedy = "export the picture again with --force"
        guard let manifest = Manifest.read(fromExport: folder) else {
            run.found(
                .manifest, "\(folder)/\(Manifest.fileName)",
                "it is broken, or of another version of Ziggurat")
            return
        }
        for bundle in manifest.bundles where only == nil || bundle.path == only {
            try check(bundle, of: manifest, run)
        }
        guard only == nil else { return }
        checkThumbnail(manifest, run)
        checkSizes(manifest, run)
        checkOriginal(manifest, run)
        try checkOtherFiles(manifest, run)
        if manifest.settings.fixity == .checksums,
            !FileSystem.exists("\(folder)/\(ChecksumList.fileName)")
        {
            run.found(
                .missingFile, "\(folder)/\(ChecksumList.fileName)",
                "the list of checksums is missing")
        }
        for list in ChecksumCheck.all(in: folder) { try list.check(run) }
        if manifest.settings.fixity == .bag { BagCheck(folder: folder).run(run) }
    }

    private func check(
        _ bundle: Manifest.Bundle, of manifest: Manifest, _ run: VerificationRun
    ) throws(ZigguratError) {
        let before = run.findingCount
        let place = "\(folder)/\(bundle.path)"
        guard FileSystem.exists(place) else {
            return run.found(.missingFile, place, "the bundle is missing")
        }
        guard let layout = try manifest.layout(of: bundle, run.options.formats) else {
            return run.note(
                "the layout “\(bundle.layout)” is none of Ziggurat's own: only its checksums can "
                    + "be checked", on: place)
        }
        let pyramid = try manifest.pyramid(of: bundle, layout)
        do throws(ZigguratError) {
            let source: any TileSource
            if bundle.isFolder {
                source = try check(
                    FolderFiles(place), layout, pyramid, bundle, manifest, run)
            } else {
                source = try checkContainer(place, layout, pyramid, bundle, manifest, run)
            }
            run.send(.checked(Verification.Summary(source, faults: run.findingCount - before)))
        } catch {
            guard error.code == .invalidPyramid else { throw error }
            run.found(.container, error)
        }
    }

    private func checkContainer(
        _ path: String, _ layout: any Layout, _ pyramid: Pyramid, _ bundle: Manifest.Bundle,
        _ manifest: Manifest, _ run: VerificationRun
    ) throws(ZigguratError) -> any TileSource {
        if let file = FileSystem.attributes(of: path), file.byteCount != bundle.bytes {
            run.found(
                .manifest, "\(folder)/\(Manifest.fileName)",
                "it says that \(bundle.path) has \(bundle.bytes) bytes, and it has "
                    + "\(file.byteCount)")
        }
        guard let reader = try run.options.formats.reader(of: path) else {
            throw ZigguratError(.invalidPyramid, path, "it is no container that is known")
        }
        let known = FoundPyramid(
            pyramid, naming: layout.naming, absent: bundle.absent ?? .none)
        switch try reader.read(path, known: known) {
        case .files(let files, let faults):
            for fault in faults { run.found(.container, fault) }
            return try check(
                PyramidSearch.top(of: files), layout, pyramid, bundle, manifest, run)
        case .pyramid(let source, let faults):
            for fault in faults() { run.found(.container, fault) }
            try TileCheck(source: source).run(run)
            return source
        }
    }

    private func check(
        _ files: any BundleFiles, _ layout: any Layout, _ pyramid: Pyramid,
        _ bundle: Manifest.Bundle, _ manifest: Manifest, _ run: VerificationRun
    ) throws(ZigguratError) -> any TileSource {
        let source = BundleTileSource(
            files, layout: layout,
            FoundPyramid(pyramid, naming: layout.naming, absent: bundle.absent ?? .none),
            isComplete: true)
        let description = BundleDescription(
            layout: layout.name, folder: manifest.settings.fixity.payload + layout.name,
            pyramid: pyramid, caption: manifest.settings.caption,
            baseURL: manifest.settings.baseURL,
            micronsPerPixel: manifest.image.micronsPerPixel, absent: bundle.absent ?? .none)
        let container = run.options.formats.container(named: manifest.settings.container)
        let described = try layout.descriptors(of: description)
        var record: BundleFile?
        if let container {
            record = try BundleRecord.file(
                of: layout, description, levels: manifest.settings.levels, in: container,
                run.options.formats)
        }
        let expectation = BundleExpectation(
            manifest: bundle, manifestPlace: "\(folder)/\(Manifest.fileName)",
            descriptors: described + [record].compactMap { $0 },
            otherFiles: try otherFiles(container, description))
        // Without a descriptor nothing but the tiles would be read, which are checked anyway.
        let readings = described.isEmpty ? [] : try layout.pyramids(in: files)
        try BundleCheck(source: source, readings: readings, expectation: expectation).run(run)
        return source
    }

    /// What the container adds to a bundle.
    private func otherFiles(
        _ container: (any ContainerFormat)?, _ description: BundleDescription
    ) throws(ZigguratError) -> [String] {
        guard let container else { return [] }
        return try container.descriptors(of: description).map(\.path)
            + [container.thumbnail].compactMap { $0 }
    }

    private func checkThumbnail(_ manifest: Manifest, _ run: VerificationRun) {
        let place = "\(folder)/\(manifest.thumbnail)"
        guard let bytes = try? FileSystem.contents(of: place) else {
            return run.found(.missingFile, place, "the thumbnail is missing")
        }
        do throws(ZigguratError) {
            _ = try TileImage.check(bytes, decoding: run.options.decodes)
        } catch {
            run.found(.damagedTile, place, error.problem)
        }
    }

    private func checkSizes(_ manifest: Manifest, _ run: VerificationRun) {
        for image in manifest.sizes ?? [] {
            let place = "\(folder)/\(image.path)"
            guard let bytes = try? FileSystem.contents(of: place) else {
                run.found(.missingFile, place, "the image is missing")
                continue
            }
            let size = PixelSize(width: image.width, height: image.height)
            if let fault = PictureCheck(.jpeg, size).fault(bytes, decoding: run.options.decodes) {
                run.found(fault.kind, place, fault.problem)
            }
        }
        if let srcset = manifest.srcset, !FileSystem.exists("\(folder)/\(srcset)") {
            run.found(.missingFile, "\(folder)/\(srcset)", "the file is missing")
        }
    }

    /// The copy of the source, where there is to be one.
    private func checkOriginal(_ manifest: Manifest, _ run: VerificationRun) {
        guard let original = Original(of: manifest.source, manifest.settings) else { return }
        let place = "\(folder)/\(original.path(in: manifest.settings.fixity))"
        guard let file = FileSystem.attributes(of: place) else {
            return run.found(.missingFile, place, "the copy of the source is missing")
        }
        guard file.byteCount != original.bytes else { return }
        run.found(
            .manifest, place,
            "the copy of the source has \(file.byteCount) bytes, and the source had "
                + "\(original.bytes)")
    }

    /// Whatever lies beside the bundles.
    private func checkOtherFiles(
        _ manifest: Manifest, _ run: VerificationRun
    ) throws(ZigguratError) {
        let payload = manifest.settings.fixity.payload
        let known = Set(
            [Manifest.fileName, manifest.thumbnail] + manifest.bundles.map(\.path)
                + (manifest.sizes ?? []).map(\.path) + [manifest.srcset].compactMap { $0 }
                + (manifest.settings.includesSource ? [payload + Original.folder] : [])
                + ChecksumCheck.fileNames(in: folder)
                + (payload.isEmpty ? [] : BagCheck.fileNames + [String(payload.dropLast())]))
        let files = FolderFiles(folder)
        for part in Set(["", payload]) {
            for name in try files.names(in: String(part.dropLast())) {
                let isFolder = name.last == "/"
                let path = part + (isFolder ? String(name.dropLast()) : name)
                guard !known.contains(path) else { continue }
                run.found(
                    Finding(
                        .extraFile, files.place(of: path),
                        "the \(isFolder ? "folder" : "file") belongs to nothing",
                        remedy: "remove it, or keep it elsewhere"))
            }
        }
    }
}

extension Manifest {
    /// The layout of a bundle with its settings; `nil` where it is none of Ziggurat's own.
    func layout(
        of bundle: Bundle, _ formats: Formats
    ) throws(ZigguratError) -> (any Layout)? {
        guard let layout = formats.layout(named: bundle.layout) else { return nil }
        guard let own = settings.layoutSettings?[bundle.layout] else { return layout }
        return try layout.with(own)
    }

    /// The pyramid of one of the bundles.
    func pyramid(of bundle: Bundle, _ layout: any Layout) throws(ZigguratError) -> Pyramid {
        try layout.pyramid(
            name: name, imageSize: image.size, cut: bundle.tiling,
            levels: settings.levels)
    }
}
