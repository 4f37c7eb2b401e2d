internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem

/// Verifies a pyramid that is stored as files.
struct BundleCheck {
    package let source: FileTileSource
    /// The pyramids that the descriptors describe, or the errors of unreadable descriptors.
    let readings: [PyramidReading]
    /// The statements of the export's manifest about the bundle; `nil` for a pyramid outside an
    /// export.
    let expectation: BundleExpectation?

    /// - Returns: the content of an export's bundle; `nil` outside an export, or if the
    ///   verification stopped early.
    @discardableResult
    func run(_ run: VerificationRun) throws(ZigguratError) -> BundleContents? {
        if let expectation { checkDescriptors(expectation, run) }
        checkReadings(run)
        guard try TileCheck(source: source).run(run) else { return nil }
        if let expectation {
            try checkWholeImages(run)
            let page = PageCheck(files: files)
            page.run(
                run, isExpected: expectation.manifest.isFolder && expectation.manifest.page != nil)
            return try checkFiles(run, expectation, page.paths)
        } else {
            if source.isComplete {
                try checkWholeImages(run)
                checkOwnFiles(run)
            }
            try checkForeignFiles(run)
            noteMissingPaths(run)
        }
        return nil
    }

    private var files: any BundleFiles { source.files }

    private func checkReadings(_ run: VerificationRun) {
        for reading in readings {
            switch reading {
            case .failure(let error):
                // A missing or empty descriptor already has a finding.
                if !run.hasFinding(at: error.subject) { run.found(error, as: .descriptor) }
            case .success(let found):
                for fault in found.faults { run.found(fault, as: .descriptor) }
                guard expectation != nil, let name = found.descriptors.first,
                    let property = contradiction(with: found)
                else { continue }
                run.found(.contradiction(property), at: files.place(of: name))
            }
        }
    }

    private func checkDescriptors(_ expectation: BundleExpectation, _ run: VerificationRun) {
        let described = readings.compactMap { try? $0.get() }
        for file in expectation.descriptors {
            let place = files.place(of: file.path)
            let stored: [UInt8]?
            do throws(ZigguratError) {
                stored = try files.contents(of: file.path)
            } catch {
                run.found(error.orAbout(place), as: .descriptor)
                continue
            }
            guard let bytes = stored else {
                run.found(.missing(.file), at: place)
                continue
            }
            if bytes.isEmpty {
                run.found(.empty(.file), at: place)
            } else if bytes != file.bytes, described.count == readings.count,
                !described.contains(where: { $0.descriptors.contains(file.path) })
            {
                // The publisher may edit the texts of a descriptor.
                if let flaw = DocumentCheck.flaw(of: bytes, at: file.path) {
                    run.found(flaw.about(place), as: .descriptor)
                } else {
                    run.note(.editedDescriptor, on: place)
                }
            }
        }
    }

    private func contradiction(with found: FoundPyramid) -> VerificationError.Property? {
        let (stated, actual) = (found.pyramid, source.pyramid)
        if stated.imageSize != actual.imageSize {
            return .imageSize(stated.imageSize, actual: actual.imageSize)
        }
        if stated.tiling.tileSize != actual.tiling.tileSize {
            return .tileSize(
                stated.tiling.tileSize.width, actual: actual.tiling.tileSize.width)
        }
        if stated.tiling.overlap != actual.tiling.overlap {
            return .overlap(stated.tiling.overlap, actual: actual.tiling.overlap)
        }
        let (format, actualFormat) = (stated.tiling.encoding.format, actual.tiling.encoding.format)
        if format != actualFormat { return .tileFormat(format, actual: actualFormat) }
        // A descriptor also lists levels whose tiles are all skipped.
        if stated.levels.count != actual.levels.count, !found.isSparse, source.absent.isEmpty {
            return .levels(stated.levels.count, actual: actual.levels.count)
        }
        let isOther = actual.levels.contains { level in
            let skipped =
                stated.level(level.index) == nil
                ? [0, level.tileCount] : found.absent.runs(ofLevel: level.index)
            return skipped != source.absent.runs(ofLevel: level.index)
        }
        return source.layout.rules.blanks == .described && !found.isSparse && isOther
            ? .skippedTiles : nil
    }

    private func checkWholeImages(_ run: VerificationRun) throws(ZigguratError) {
        let images = source.layout.wholeImages(of: source.pyramid)
        let (source, decodes) = (source, run.options.decodes)
        // The image of a level can also be a tile, which already has its finding.
        let others = images.filter { !run.hasFinding(at: files.place(of: $0.paths[0])) }
        try run.checkEach(of: source.place, count: others.count, noun: "image", others) { image in
            Self.flaws(of: image, in: source, decoding: decodes).map { ($0, nil) }
        }
    }

    private static func flaws(
        of image: WholeImage, in source: FileTileSource, decoding: Bool
    ) -> [ZigguratError] {
        let path = image.paths[0]
        let place = source.files.place(of: path)
        do throws(ZigguratError) {
            guard let bytes = try source.files.contents(of: path) else {
                return [ZigguratError(VerificationError.missing(.wholeImage), place)]
            }
            let encoding = image.encoding ?? source.pyramid.tiling.encoding
            let check = ImageCheck(format: encoding.format, size: image.level.size)
            if let flaw = check.flaw(of: bytes, decoding: decoding) { return [flaw.about(place)] }
            // A missing copy counts as damage, because the image itself exists.
            return source.flaws(ofCopies: Array(image.paths.dropFirst()), of: path, bytes)
        } catch {
            return [error.about(place)]
        }
    }

    private func checkFiles(
        _ run: VerificationRun, _ expectation: BundleExpectation, _ pagePaths: [String]
    ) throws(ZigguratError) -> BundleContents {
        // Hashes take less memory than paths, and a bundle can have millions of paths.
        var expected: Set<Int> = []
        source.forEachPath { expected.insert($0.hashValue) }
        for path in expectation.descriptors.map(\.path) + expectation.otherFiles + pagePaths {
            expected.insert(path.hashValue)
        }
        // Without the page, the list of its scripts is unknown, so scripts are not reported.
        let lacksPage = expectation.manifest.page != nil && pagePaths.isEmpty
        var (count, bytes) = (0, 0)
        try files.forEachFile { path, byteCount in
            count += 1
            bytes += byteCount
            if !expected.contains(path.hashValue), !PageCheck.isLanguage(path),
                !(lacksPage && PageCheck.isScript(path))
            {
                run.found(.unexpectedFile, at: files.place(of: path))
            }
            return true
        }
        expectation.check(source, run)
        return BundleContents(files: count, bytes: bytes)
    }

    private func checkOwnFiles(_ run: VerificationRun) {
        for case .success(let found) in readings {
            for path in found.descriptors where !files.hasFile(path) {
                run.found(.missing(.file), at: files.place(of: path))
            }
        }
    }

    /// Finds unexpected files in the folders that contain tiles. Other folders are not searched.
    private func checkForeignFiles(_ run: VerificationRun) throws(ZigguratError) {
        var expected: Set<Int> = []
        var folders: Set<Substring> = []
        source.forEachPath { path in
            expected.insert(path.hashValue)
            if files.hasFile(path) { folders.insert(path.prefix { $0 != "/" }) }
        }
        try files.forEachFile { path, _ in
            let folder = path.prefix { $0 != "/" }
            if folder.endIndex != path.endIndex, folders.contains(folder),
                !expected.contains(path.hashValue),
                !Self.isCompanion(Path.name(of: path))
            {
                run.found(.unexpectedFile, at: files.place(of: path))
            }
            return true
        }
    }

    /// Returns whether other tools write a file with this name beside their tiles.
    ///
    /// For an image in degrees, gdal2tiles writes a `.kml` file for each tile.
    private static func isCompanion(_ name: String) -> Bool {
        ["vips-properties.xml", "blank.png", "info.json"].contains(name) || name.hasSuffix(".kml")
    }

    /// Notes a path that clients may request and that Ziggurat would write, but that is missing.
    private func noteMissingPaths(_ run: VerificationRun) {
        guard !source.isComplete, let tile = source.pyramid.tiles.first(where: { _ in true }) else {
            return
        }
        let paths = [source.naming.path(of: tile)] + source.layout.aliases(of: tile)
        let missing = paths.filter { !files.hasFile($0) }
        guard let first = missing.first, missing.count < paths.count || paths.count > 1 else {
            return
        }
        run.note(.missingPath(first), on: source.place)
    }
}

/// The statements of an export's manifest about one of its bundles.
struct BundleExpectation {
    let manifest: Manifest.Bundle
    let manifestPlace: String
    let descriptors: [BundleFile]
    let otherFiles: [String]

    /// Compares the numbers of levels and tiles with the manifest.
    fileprivate func check(_ source: any TileSource, _ run: VerificationRun) {
        let counts: [(VerificationError.Count, stated: Int, actual: Int)] = [
            (.levels, manifest.levels, source.pyramid.levels.count),
            (.tiles, manifest.tiles, source.tileCount),
        ]
        run.compare(counts, of: manifest, at: manifestPlace)
    }
}

/// The number of files in a bundle, and their size in bytes.
struct BundleContents {
    /// The number of files; `nil` in a tile database.
    package var files: Int?
    package var bytes: Int

    func check(_ manifest: Manifest.Bundle, at place: String, _ run: VerificationRun) {
        run.compare(
            [
                (.files, manifest.files, files ?? manifest.files),
                (.bytes, manifest.bytes, bytes),
            ], of: manifest, at: place)
    }
}

extension VerificationRun {
    fileprivate func compare(
        _ counts: [(VerificationError.Count, stated: Int, actual: Int)],
        of bundle: Manifest.Bundle, at place: String
    ) {
        for (count, stated, actual) in counts where stated != actual {
            found(
                .wrongCount(count, stated: stated, actual: actual, bundle: bundle.path), at: place)
        }
    }
}
