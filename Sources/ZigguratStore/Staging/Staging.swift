internal import Synchronization
package import ZigguratSystem

/// A hidden folder of a destination, in which exports are written.
///
/// The exports are moved into place after all of them are flushed, so one flush of the file system
/// serves many small exports.
package final class Staging: Sendable {
    private let destination: Destination
    /// Whether exports are flushed before they are moved into place. After a power failure, each
    /// export is then either complete or missing.
    private let syncs: Bool
    private let draft: Mutex<Destination.Draft?>
    /// The states of the entries that each export depends on, by the name of the export.
    private let states = Mutex<[String: EntryStates]>([:])
    /// The journal of the only export in the folder; `nil` if it cannot be continued after an
    /// interruption.
    private let journal: ExportJournal?

    /// - Parameter draft: the hidden folder; `nil` creates it when it is needed.
    init(
        _ destination: Destination, syncs: Bool, _ draft: Destination.Draft? = nil,
        _ journal: ExportJournal? = nil
    ) {
        self.journal = journal
        self.destination = destination
        self.syncs = syncs
        self.draft = Mutex(draft)
    }

    /// Returns the path of the hidden folder. The first call creates the folder.
    package func folder() throws(ZigguratError) -> String {
        try draft.withLock { draft throws(ZigguratError) in
            if let draft { return draft.path }
            let new = try destination.makeFirstDraft()
            draft = new
            return new.path
        }
    }

    /// Removes the hidden folder with all files that were not moved out of it.
    func remove() throws(ZigguratError) {
        let draft = draft.withLock { draft in
            defer { draft = nil }
            return draft
        }
        guard let draft else { return }
        defer { draft.lock.unlock() }
        try FileSystem.remove(draft.path)
    }

    /// Keeps the hidden folder for a repeated run if its export was cancelled and has finished
    /// tiles.
    ///
    /// - Returns: an error that states the number of kept files; `nil` if the folder has to be
    ///   removed.
    package func keep(after error: ZigguratError) -> ZigguratError? {
        guard error.code == .cancelled, let count = journal?.count, count > 0 else { return nil }
        draft.withLock { $0?.lock.unlock() }
        return ZigguratError(
            InterruptedExport(files: count), error.subject, cause: error.cause)
    }

    /// Writes an export, which appears with ``publish(_:)``. After an error nothing of it is left.
    ///
    /// - Parameters:
    ///   - states: what the export is built upon.
    ///   - bundles: what changes in the older export of the name.
    package func write(
        _ name: String, upon states: EntryStates, _ bundles: ExportResult.BundleChanges?,
        notes: [ExportNote] = [],
        _ body: (String) throws(ZigguratError) -> WrittenExport
    ) throws(ZigguratError) -> ExportResult {
        let place = destination.folder(of: name)
        let draft = "\(try folder())/\(name)"
        do throws(ZigguratError) {
            if let journal, !journal.kept.isEmpty { try journal.removeOtherFiles(in: draft) }
            try FileSystem.makeFolders(draft)
            let written = try body(draft)
            self.states.withLock { $0[name] = states }
            return ExportResult(
                outcome: .exported, folder: place, manifest: written.manifest, notes: notes,
                changes: written.changes, bundles: bundles,
                linkedBytes: written.linkedBytes)
        } catch {
            // The caller gets the first error. A file that cannot be removed now is removed with
            // the hidden folder.
            if journal == nil { try? FileSystem.remove(draft) }
            throw error.hiding(draft, behind: place)
        }
    }

    /// Moves an export into place and removes the older export of the name.
    package func publish(_ name: String) throws(ZigguratError) {
        if let error = try publish([name])[name] { throw error }
    }

    /// Moves exports into place and removes the older exports of their names.
    ///
    /// - Returns: the errors by name.
    /// - Throws: ``ZigguratError`` if no export can be published.
    package func publish(_ names: [String]) throws(ZigguratError) -> [String: ZigguratError] {
        guard !names.isEmpty else { return [:] }
        let folder = try folder()
        if syncs { try FileSystem.flushFiles(in: folder) }
        var (failures, replaced): ([String: ZigguratError], [String: String]) = ([:], [:])
        try destination.withLock { () throws(ZigguratError) in
            for name in names {
                do throws(ZigguratError) {
                    try destination.checkPlace(of: name)
                    let place = destination.folder(of: name)
                    try states.withLock { $0[name] }?.check()
                    try destination.makeParents(of: name)
                    replaced[name] = try destination.move("\(folder)/\(name)", to: place)
                } catch {
                    failures[name] = error
                    destination.removeEmptyParents(of: name)
                }
            }
        }
        try destination.flushNames(around: names)
        // The hidden folder now contains the older export.
        if journal != nil {
            for name in ExportJournal.fileNames { try FileSystem.remove("\(folder)/\(name)") }
        }
        for (name, old) in replaced {
            do throws(ZigguratError) {
                try FileSystem.remove(old)
            } catch {
                failures[name] = ZigguratError(
                    DestinationError.oldExportRemains(at: old), destination.folder(of: name),
                    cause: error.cause)
            }
        }
        return failures
    }
}

extension ZigguratError {
    /// Returns the error with the path of the export in place of the path of the hidden folder.
    package func hiding(_ draft: String, behind folder: String) -> ZigguratError {
        guard subject.hasPrefix(draft) else { return self }
        return about(folder + subject.dropFirst(draft.count))
    }
}

/// A complete export.
package struct WrittenExport: Sendable {
    package let manifest: Manifest
    let changes: ExportResult.Changes?
    /// The bytes of files that are hard links to others of the export; `nil` if some files are
    /// older than the export.
    let linkedBytes: Int?

    package init(manifest: Manifest, changes: ExportResult.Changes?, linkedBytes: Int?) {
        (self.manifest, self.changes, self.linkedBytes) = (manifest, changes, linkedBytes)
    }
}
