public import ZigguratCore
internal import ZigguratFormats
internal import ZigguratImaging
public import ZigguratPyramid
internal import ZigguratSources
public import ZigguratStore
public import ZigguratSystem

extension Exporter {
    /// Exports one image.
    ///
    /// The export appears in the destination when it is complete, and replaces an older export of
    /// its name. An export that is up to date is kept.
    ///
    /// - Parameter progress: called often, on the calling thread.
    /// - Throws: `ZigguratError`. After an error the destination is unchanged.
    @discardableResult
    public func export(
        _ image: String, cancellation: Cancellation = Cancellation(),
        progress: (ExportProgress) -> Void = { _ in }
    ) throws(ZigguratError) -> ExportResult {
        try startingOverOnce { () throws(ZigguratError) in
            try export(try plan(image), cancellation: cancellation, progress: progress)
        }
    }

    /// Runs a plan that this exporter made.
    ///
    /// - Throws: `DestinationError.changedMeanwhile` if another process changed the export
    ///   after the plan was made. The changes of the other process stay.
    @discardableResult
    public func export(
        _ plan: ExportPlan, cancellation: Cancellation = Cancellation(),
        progress: (ExportProgress) -> Void = { _ in }
    ) throws(ZigguratError) -> ExportResult {
        try export(plan, cancellation, noted: { _ in }, progress: progress)
    }

    /// - Parameter noted: called before the first pixel is read.
    package func export(
        _ plan: ExportPlan, _ cancellation: Cancellation, noted: (ExportNote) -> Void,
        progress: (ExportProgress) -> Void
    ) throws(ZigguratError) -> ExportResult {
        // The plan may be kept, as a live server does.
        defer { plan.source.closeFile() }
        do throws(ZigguratError) {
            return try carryOut(plan, cancellation, noted: noted, progress: progress)
        } catch {
            throw plan.states.blaming(error)
        }
    }

    private func carryOut(
        _ plan: ExportPlan, _ cancellation: Cancellation, noted: (ExportNote) -> Void,
        progress: (ExportProgress) -> Void
    ) throws(ZigguratError) -> ExportResult {
        let (source, update) = try update(plan)
        if let result = try upToDate(plan, update) { return result }
        guard options.cachedTiles == nil, options.keepsJournal(of: plan.header.size),
            let header = ExportJournal.Header(
                plan.name, plan.settings, of: (plan.sourcePath, plan.source.attributes),
                allowsDamaged: options.trust.allowsDamaged)
        else {
            return try folder.withStaging { staging throws(ZigguratError) in
                let result = try write(
                    plan, source, update, in: staging, cancellation, noted: noted, progress)
                forgetTiles(update)
                try staging.publish(plan.name)
                return result
            }
        }
        return try folder.withStaging(header, continues: options.continuesInterrupted) {
            staging, journal throws(ZigguratError) in
            if !journal.kept.isEmpty {
                noted(
                    .continued(export: folder.folder(of: plan.name), files: journal.kept.count))
            }
            let result = try write(
                plan, source, update, in: staging, journal: journal, cancellation, progress)
            forgetTiles(update)
            try staging.publish(plan.name)
            return result
        }
    }

    /// Forgets the written tiles. Publishing moves the older export to their paths.
    private func forgetTiles(_ update: ExportDiff) {
        if update.old != nil { writtenTiles?.end() }
    }

    /// Returns the source of a plan, and the changes that the plan makes to the existing export.
    ///
    /// - Throws: ``ZigguratError`` if a file or folder that is not an export has the name, or if
    ///   the export would lose a part that ``options`` protect.
    package func update(
        _ plan: ExportPlan
    ) throws(ZigguratError) -> (source: Manifest.Source, update: ExportDiff) {
        try folder.checkPlace(of: plan.name)
        let place = folder.folder(of: plan.name)
        let old = try ManifestCache.shared.manifest(ofExport: place)
        let path = plan.sourcePath
        var source = try Manifest.Source(path: path)
        // Resolving paths is slow with many images, so it is skipped for an export that is up to
        // date.
        func locate() {
            source = source.located(at: path, in: futureDestination ?? destination)
        }
        if let old, !source.isUnchanged(since: old.source) { locate() }
        do throws(ZigguratError) {
            let update = try ExportDiff(
                of: old, by: plan.bundles, plan.settings, of: source, at: path, plan.header,
                replaces: options.replaces, in: place)
            if !update.isUpToDate || options.isForced { locate() }
            return (source, update)
        } catch {
            try folder.checkApart(path, from: plan.name)
            throw error
        }
    }

    /// Checks that the plan does not replace its source, or files of the user without `--replace`.
    func checkReplacement(by plan: ExportPlan) throws(ZigguratError) {
        try folder.checkApart(plan.sourcePath, from: plan.name)
        if !options.replaces { try folder.checkForeignFiles(ofExport: plan.name) }
    }

    /// Returns the existing export, if it is up to date and may be kept.
    package func upToDate(
        _ plan: ExportPlan, _ update: ExportDiff
    ) throws(ZigguratError) -> ExportResult? {
        guard !options.isForced, update.isUpToDate, let manifest = update.old else {
            try checkReplacement(by: plan)
            return nil
        }
        try share(update)
        return ExportResult(
            outcome: .upToDate, folder: folder.folder(of: plan.name), manifest: manifest,
            notes: plan.notes, changes: nil)
    }
}
