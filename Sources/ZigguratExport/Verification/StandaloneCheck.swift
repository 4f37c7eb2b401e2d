internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// Checks pyramids that no export vouches for.
struct StandaloneCheck {
    private let path: String

    init(_ path: String) {
        self.path = path
    }

    /// A container file.
    func run(_ reader: any ContainerReader, _ run: VerificationRun) throws(ZigguratError) {
        run.remedy = "get a good copy, or write the pyramid again"
        do throws(ZigguratError) {
            switch try reader.read(path, known: nil) {
            case .files(let files, let faults):
                for fault in faults { run.found(.container, fault) }
                try self.run(files, run)
            case .pyramid(let source, let faults):
                for fault in faults() { run.found(.container, fault) }
                try check(source, run) { () throws(ZigguratError) in
                    try TileCheck(source: source).run(run)
                }
            }
        } catch {
            guard error.code == .invalidPyramid else { throw error }
            run.found(.container, error)
        }
    }

    /// Files: those of a folder or of an archive.
    ///
    /// - Parameter descriptor: the only one that is looked at; every pyramid where it is `nil`.
    func run(
        _ files: any BundleFiles, _ run: VerificationRun, descriptor: String? = nil
    ) throws(ZigguratError) {
        run.remedy = "get a good copy, or write the pyramid again"
        var hits = try PyramidSearch.hits(in: files, run.options.formats)
        if let descriptor {
            hits = hits.filter { hit in
                switch hit.reading {
                case .success(let found): found.descriptors.contains(descriptor)
                case .failure(let error): error.subject == files.place(of: descriptor)
                }
            }
        }
        guard !hits.isEmpty else {
            throw ZigguratError(
                .unknownFormat, path, "there is no export and no pyramid that is known",
                remedy: "name an export, a bundle, a descriptor such as photo.dzi, or a file such "
                    + "as photo.pmtiles")
        }
        for hit in hits {
            switch hit.reading {
            case .failure(let error): run.found(.descriptor, error)
            case .success(let found):
                let source = BundleTileSource(
                    hit.files, layout: hit.layout, found, isComplete: hit.isOurs)
                try check(source, run) { () throws(ZigguratError) in
                    try BundleCheck(source: source, readings: [hit.reading], expectation: nil)
                        .run(run)
                }
            }
        }
    }

    private func check(
        _ source: any TileSource, _ run: VerificationRun, _ body: () throws(ZigguratError) -> Void
    ) throws(ZigguratError) {
        let before = run.findingCount
        for text in source.found.assumptions { run.note(text, on: source.place) }
        try body()
        run.send(.checked(Verification.Summary(source, faults: run.findingCount - before)))
    }
}

extension Verification.Summary {
    init(_ source: any TileSource, faults: Int) {
        place = source.place
        kind = source.kind
        size = source.pyramid.imageSize
        levels = source.pyramid.levels.count
        tiles = source.tileCount
        self.faults = faults
    }
}
