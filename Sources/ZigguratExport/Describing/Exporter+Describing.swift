public import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem
internal import ZigguratViewer

extension Exporter {
    /// Changes the texts of the exports in the destination: their pages, manifests and checksums, the
    /// collections and the gallery. Tiles are not touched.
    ///
    /// The texts are those of ``options`` and, before them, of ``records``. Texts that neither has are
    /// kept. Nothing changes if a record has no export.
    ///
    /// - Parameter report: called on the calling thread, in order.
    /// - Returns: whether all exports have their texts.
    @discardableResult
    public func describe(
        cancellation: Cancellation = Cancellation(), report: (ExportBatch.Event) -> Void
    ) -> Bool {
        var isComplete = true
        do throws(ZigguratError) {
            try PageWriter(templates).check(language: options.language)
            let plan = try DescribePlan(self)
            guard plan.failures.isEmpty else {
                for failure in plan.failures { report(.failed(failure)) }
                return false
            }
            if let note = plan.note { report(.noted(note)) }
            for part in plan.parts {
                var run = DescribeRun(part.exporter, part.work)
                while let window = try run.next() {
                    guard !cancellation.isCancelled else { throw ZigguratError(Cancelled()) }
                    for outcome in window {
                        switch outcome {
                        case .success(let result): report(.finished(result, seconds: 0))
                        case .failure(let error):
                            report(.failed(error))
                            isComplete = false
                        }
                    }
                }
                if let book = part.book { report(.bound(try describe(book))) }
            }
            let collections = try updateCollections()
            for note in collections.notes { report(.noted(note)) }
            if !collections.entries.isEmpty { report(.collected(collections.entries)) }
            if hasGallery { try writeGallery() }
        } catch {
            report(.failed(error))
            return false
        }
        return isComplete
    }
}

/// Changes the texts of exports, many at a time.
private struct DescribeRun {
    typealias Outcome = Result<ExportResult, ZigguratError>

    private let exporter: Exporter
    private let destination: Destination
    private var rest: ArraySlice<DescribePlan.Work>

    /// Each group is flushed to the disk once.
    private static let groupSize = 512

    init(_ exporter: Exporter, _ work: [DescribePlan.Work]) {
        self.exporter = exporter
        destination = Destination(exporter.destination, syncs: exporter.options.syncs)
        rest = work[...]
    }

    /// Changes the texts of the next exports; `nil` after the last one.
    mutating func next() throws(ZigguratError) -> [Outcome]? {
        guard !rest.isEmpty else { return nil }
        let group = Array(rest.prefix(Self.groupSize))
        rest = rest.dropFirst(group.count)
        let changed = group.indices.filter {
            group[$0].manifest.texts != group[$0].texts
        }
        var results = group.map { Outcome.success(result(.upToDate, $0.manifest)) }
        guard !changed.isEmpty else { return results }
        let destination = destination
        let exporter = exporter
        let written = try destination.withStaging { staging throws(ZigguratError) in
            let pending = PendingTexts(destination: destination, draft: try staging.folder())
            let drafts = ConcurrentWork.map(
                below: changed.count, threads: exporter.options.threadCount
            ) { number in
                let (manifest, texts) = group[changed[number]]
                return Result { () throws(ZigguratError) in
                    try Self.write(manifest, texts, to: pending, exporter)
                }
            }
            var old: [String: [UInt8]] = [:]
            for case .success(let draft) in drafts { old[draft.manifest.name] = draft.old }
            let failures = try pending.publish(old)
            return drafts.map { draft in
                draft.flatMap { draft in
                    failures[draft.manifest.name].map { .failure($0) } ?? .success(draft.manifest)
                }
            }
        }
        for (index, outcome) in zip(changed, written) {
            results[index] = outcome.map { result(.described, $0) }
        }
        return results
    }

    private static func write(
        _ known: Manifest, _ texts: Manifest.Texts, to pending: PendingTexts,
        _ exporter: Exporter
    ) throws(ZigguratError) -> (manifest: Manifest, old: [UInt8]) {
        let folder = pending.destination.folder(of: known.name)
        let place = "\(folder)/\(Manifest.fileName)"
        guard let old = try FileSystem.contents(of: place),
            let manifest = try Manifest.readValid(fromExport: folder), manifest == known
        else { throw ZigguratError(DescribeFailure.changedMeanwhile, folder) }
        let export = try DescribedExport(
            of: folder, manifest, texts, pages: PageWriter(exporter.templates),
            templates: exporter.templates, exporter.options.formats)
        try pending.add(export)
        return (export.manifest, old)
    }

    private func result(_ outcome: ExportResult.Outcome, _ manifest: Manifest) -> ExportResult {
        ExportResult(
            outcome: outcome, folder: destination.folder(of: manifest.name), manifest: manifest,
            notes: [], changes: nil)
    }
}

extension Manifest {
    /// The file of the source in the folders around the export, which may have the names of the
    /// source's folders.
    var pathOfSource: String {
        (ExportName.parents(of: name).suffix(1) + [source.file]).joined(separator: "/")
    }
}

extension Caption {
    /// The caption with the texts of another one in place of its own.
    func overlaid(by other: Caption) -> Caption {
        var caption = self
        let texts: [WritableKeyPath<Caption, String?>] = [
            \.title, \.description, \.attribution, \.rights, \.licence, \.creator, \.date,
            \.language, \.homepage, \.partOf,
        ]
        for text in texts {
            if let value = other[keyPath: text] { caption[keyPath: text] = value }
        }
        caption.order = other.order ?? order
        if !other.fields.isEmpty { caption.fields = other.fields }
        if !other.translations.isEmpty { caption.translations = other.translations }
        return caption
    }
}
