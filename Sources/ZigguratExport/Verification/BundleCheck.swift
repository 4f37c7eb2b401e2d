internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// Checks a pyramid of files.
struct BundleCheck {
    let source: BundleTileSource
    /// What its descriptors come to, where it has some that can be read.
    let readings: [PyramidReading]
    /// What the export says that this is; `nil` for a pyramid that stands alone.
    let expectation: BundleExpectation?

    func run(_ run: VerificationRun) throws(ZigguratError) {
        checkDescriptors(run)
        try TileCheck(source: source).run(run)
        if let expectation {
            try checkWholeImages(run)
            let page = PageCheck(files: source.files)
            page.run(run, isExpected: expectation.hasPage)
            try checkFiles(run, expectation, page.paths)
        } else {
            if source.isComplete {
                try checkWholeImages(run)
                checkOwnFiles(run)
            }
            try checkForeignFiles(run)
            noteMissingNames(run)
        }
    }

    private var files: any BundleFiles { source.files }

    private func checkDescriptors(_ run: VerificationRun) {
        for reading in readings {
            switch reading {
            case .failure(let error): run.found(.descriptor, error)
            case .success(let found):
                for fault in found.faults { run.found(.descriptor, fault) }
                guard let name = found.descriptors.first,
                    let difference = difference(to: found)
                else { continue }
                run.found(.descriptor, files.place(of: name), difference)
            }
        }
        guard let expectation else { return }
        for file in expectation.descriptors {
            let bytes = try? files.contents(of: file.path)
            if bytes?.isEmpty ?? true {
                run.found(
                    .missingFile, files.place(of: file.path),
                    bytes == nil ? "the file is missing" : "the file is empty")
            } else if !readings.contains(where: { $0.describes(file.path) }), bytes != file.bytes,
                !readings.contains(where: \.isFailure)
            {
                // Somebody may have put other words into it, which is no fault.
                if let problem = DocumentCheck.problem(with: bytes ?? [], at: file.path) {
                    run.found(.descriptor, files.place(of: file.path), problem)
                } else {
                    run.note("it was changed since it was written", on: files.place(of: file.path))
                }
            }
        }
    }

    /// In what the pyramid of a descriptor differs from the one that is checked.
    private func difference(to found: FoundPyramid) -> String? {
        guard expectation != nil else { return nil }
        let other = found.pyramid
        let (wanted, tiling) = (source.pyramid, source.pyramid.tiling)
        if other.imageSize != wanted.imageSize {
            return "it says \(other.imageSize.width) × \(other.imageSize.height) pixels, "
                + "and the picture has \(wanted.imageSize.width) × \(wanted.imageSize.height)"
        }
        if other.tiling.tileSize != tiling.tileSize {
            return "it says tiles of \(other.tiling.tileSize.width), "
                + "and they are cut to \(tiling.tileSize.width)"
        }
        if other.tiling.overlap != tiling.overlap {
            return "it says an overlap of \(other.tiling.overlap), and it is \(tiling.overlap)"
        }
        if other.tiling.encoding.format != tiling.encoding.format {
            return "it says \(other.tiling.encoding.format) tiles, "
                + "and they are \(tiling.encoding.format)"
        }
        // Where levels are left out, the descriptor still knows all of them.
        if other.levels.count != wanted.levels.count, !found.isSparse, source.absent.isEmpty {
            return "it says \(other.levels.count) levels, and there are \(wanted.levels.count)"
        }
        let isOther = wanted.levels.contains { level in
            let said =
                other.level(level.index) == nil
                ? [0, level.tileCount] : found.absent.runs(ofLevel: level.index)
            return said != source.absent.runs(ofLevel: level.index)
        }
        if source.layout.rules.blanks == .described, !found.isSparse, isOther {
            return "it says that other tiles are left out than those that are"
        }
        return nil
    }

    private func checkWholeImages(_ run: VerificationRun) throws(ZigguratError) {
        let images = source.layout.wholeImages(of: source.pyramid)
        let (source, decodes, remedy) = (source, run.options.decodes, run.remedy)
        try run.checkEach(of: source.place, count: images.count, noun: "image", images) { image in
            let place = source.files.place(of: image.paths[0])
            do throws(ZigguratError) {
                guard let bytes = try source.files.contents(of: image.paths[0]) else {
                    return [Finding(.missingTile, place, "the image is missing", remedy: remedy)]
                }
                let check = PictureCheck(
                    image.encoding?.format ?? source.pyramid.tiling.encoding.format,
                    image.level.size)
                if let fault = check.fault(bytes, decoding: decodes) {
                    return [Finding(fault.kind, place, fault.problem, remedy: remedy)]
                }
                return source.flaws(
                    ofCopies: Array(image.paths.dropFirst()), of: image.paths[0], bytes
                ).map { Finding(.damagedTile, $0.subject, $0.problem, remedy: remedy) }
            } catch {
                return [Finding(.damagedTile, place, error.problem, remedy: remedy)]
            }
        }
    }

    /// Walks over all files: nothing may be there that belongs to nothing, and the manifest counts
    /// right.
    private func checkFiles(
        _ run: VerificationRun, _ expectation: BundleExpectation, _ pagePaths: [String]
    ) throws(ZigguratError) {
        // Hashes: a path may be long, and there may be millions.
        var expected: Set<Int> = []
        source.forEachPath { expected.insert($0.hashValue) }
        for path in expectation.descriptors.map(\.path) + expectation.otherFiles + pagePaths {
            expected.insert(path.hashValue)
        }
        var (count, bytes) = (0, 0)
        try files.forEachFile { path, byteCount in
            count += 1
            bytes += byteCount
            if !expected.contains(path.hashValue) {
                run.found(
                    Finding(
                        .extraFile, files.place(of: path), "the file belongs to nothing",
                        remedy: "remove it, or keep it elsewhere"))
            }
            return true
        }
        expectation.check(files: count, bytes: bytes, of: source, run)
    }

    /// The files that a bundle of ours says that it has.
    private func checkOwnFiles(_ run: VerificationRun) {
        for case .success(let found) in readings {
            for path in found.descriptors where !files.hasFile(path) {
                run.found(.missingFile, files.place(of: path), "the file is missing")
            }
        }
    }

    /// In the folders of another tool's tiles; what lies beside them is somebody's own.
    private func checkForeignFiles(_ run: VerificationRun) throws(ZigguratError) {
        var expected: Set<Int> = []
        var folders: Set<Substring> = []
        source.forEachPath { path in
            expected.insert(path.hashValue)
            if files.hasFile(path) { folders.insert(path.prefix { $0 != "/" }) }
        }
        try files.forEachFile { path, _ in
            let folder = path.prefix { $0 != "/" }
            guard folder.endIndex != path.endIndex, folders.contains(folder),
                !expected.contains(path.hashValue), !Self.isCompanion(path)
            else { return true }
            run.found(
                Finding(
                    .extraFile, files.place(of: path), "the file belongs to nothing",
                    remedy: "remove it, or keep it elsewhere"))
            return true
        }
    }

    /// What other tools leave beside their tiles.
    private static func isCompanion(_ path: String) -> Bool {
        let names = ["vips-properties.xml", "blank.png", "info.json"]
        return names.contains(String(path.reversed().prefix { $0 != "/" }.reversed()))
    }

    /// Names that Ziggurat would write as well, because clients ask for them.
    private func noteMissingNames(_ run: VerificationRun) {
        guard !source.isComplete, let tile = source.pyramid.tiles.first(where: { _ in true }) else {
            return
        }
        let names = [source.naming.path(of: tile)] + source.layout.aliases(of: tile)
        let missing = names.filter { !files.hasFile($0) }
        guard let first = missing.first, missing.count < names.count || names.count > 1 else {
            return
        }
        run.note("clients that ask for \(first) do not find it", on: files.place(of: ""))
    }
}

extension PyramidReading {
    /// Whether it is what a file describes.
    fileprivate func describes(_ path: String) -> Bool {
        switch self {
        case .success(let found): found.descriptors.contains(path)
        case .failure: false
        }
    }

    fileprivate var isFailure: Bool {
        if case .failure = self { true } else { false }
    }
}
