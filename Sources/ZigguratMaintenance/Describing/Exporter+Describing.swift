public import ZigguratCore
public import ZigguratExport
internal import ZigguratImaging
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

extension Exporter {
    /// Changes the texts of the exports in the destination.
    ///
    /// This affects pages, manifests, checksums, collections and the gallery. Tiles do not change.
    ///
    /// The new texts come from ``records`` and ``options``; ``records`` take precedence. All other
    /// texts are kept. If a record has no export, nothing changes.
    ///
    /// - Parameter report: called on the calling thread, in order.
    /// - Returns: whether all exports have their new texts.
    @discardableResult
    public func describe(
        cancellation: Cancellation = Cancellation(), report: (ExportBatch.Event) -> Void
    ) -> Bool {
        folder.whileInUse { describe(cancellation, report) }
    }

    private func describe(
        _ cancellation: Cancellation, _ report: (ExportBatch.Event) -> Void
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
            func tell(_ error: ZigguratError) {
                report(.failed(error))
                isComplete = false
            }
            let changed = try describe(plan, cancellation, report) { error in
                if !error.isChangeByOthers { tell(error) }
                return error.isChangeByOthers
            }
            if !changed.isEmpty {
                // The plan of these exports is repeated, because another process has changed them.
                var again = try DescribePlan(self)
                for failure in again.failures { tell(failure) }
                again.limit(to: changed)
                _ = try describe(again, cancellation, report) { error in
                    tell(error)
                    return false
                }
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

extension Exporter {
    /// - Parameter leaves: called with each error. Returns whether the export is left for another
    ///   attempt.
    /// - Returns: the folders of the exports and books that are left for another attempt.
    private func describe(
        _ plan: DescribePlan, _ cancellation: Cancellation, _ report: (ExportBatch.Event) -> Void,
        leaves: (ZigguratError) -> Bool
    ) throws(ZigguratError) -> Set<String> {
        var left: Set<String> = []
        for part in plan.parts {
            func take(_ outcome: Result<ExportResult, ZigguratError>) {
                switch outcome {
                case .success(let result): report(.finished(result, seconds: 0))
                case .failure(let error): if leaves(error) { left.insert(error.subject) }
                }
            }
            do throws(ZigguratError) {
                var run = DescribeRun(part.exporter, part.work)
                while let window = try run.next() {
                    guard !cancellation.isCancelled else { throw ZigguratError(Cancelled()) }
                    window.forEach(take)
                }
                if let book = part.book { report(.bound(try describe(book, upon: part.states))) }
            } catch {
                let blamed = part.states.blaming(error)
                guard blamed.isChangeByOthers else { throw error }
                take(.failure(blamed))
            }
        }
        return left
    }
}

/// Changes the texts of exports in groups.
private struct DescribeRun {
    typealias Outcome = Result<ExportResult, ZigguratError>

    private let exporter: Exporter
    private let destination: Destination
    private var rest: ArraySlice<DescribePlan.Work>

    /// The number of exports in a group. Each group is flushed once.
    private static let groupSize = 512

    init(_ exporter: Exporter, _ work: [DescribePlan.Work]) {
        self.exporter = exporter
        destination = Destination(exporter.destination, syncs: exporter.options.syncs)
        rest = work[...]
    }

    /// Changes the texts of the next group of exports; returns `nil` after the last group.
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
                let work = group[changed[number]]
                return Result { () throws(ZigguratError) in
                    try Self.write(work, to: pending, exporter)
                }
            }
            var states: [String: EntryStates] = [:]
            for case .success(let draft) in drafts { states[draft.manifest.name] = draft.states }
            let failures = try pending.publish(states)
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
        _ work: DescribePlan.Work, to pending: PendingTexts, _ exporter: Exporter
    ) throws(ZigguratError) -> (manifest: Manifest, states: EntryStates) {
        let folder = pending.destination.folder(of: work.manifest.name)
        let states = try EntryStates(of: folder)
        do throws(ZigguratError) {
            return (try write(work, in: folder, to: pending, exporter), states)
        } catch {
            throw states.blaming(error)
        }
    }

    private static func write(
        _ work: DescribePlan.Work, in folder: String, to pending: PendingTexts,
        _ exporter: Exporter
    ) throws(ZigguratError) -> Manifest {
        let known = work.manifest
        guard let manifest = try Manifest.readValid(fromExport: folder), manifest == known else {
            throw ZigguratError(DestinationError.changedMeanwhile, folder)
        }
        let export = try DescribedExport(
            of: folder, manifest, work.texts, pages: PageWriter(exporter.templates),
            tour: TourContent(
                try media(of: work.tourPlace, exporter.options), storedIn: folder, manifest),
            templates: exporter.templates, exporter.options.formats)
        try pending.add(export)
        return export.manifest
    }

    /// Returns the images and sounds of a new tour.
    private static func media(
        of place: String?, _ options: Exporter.Options
    ) throws(ZigguratError) -> [String: [UInt8]] {
        guard let place, !place.isEmpty else { return options.tourMedia }
        return try TourFile(place).media
    }

    private func result(_ outcome: ExportResult.Outcome, _ manifest: Manifest) -> ExportResult {
        ExportResult(
            outcome: outcome, folder: destination.folder(of: manifest.name), manifest: manifest,
            notes: [], changes: nil)
    }
}

extension Manifest {
    /// The file name of the source, in the folder that contains the export. This folder may have
    /// the name of the source's folder.
    var pathOfSource: String {
        (ExportName.parents(of: name).suffix(1) + [source.file]).joined(separator: "/")
    }
}
