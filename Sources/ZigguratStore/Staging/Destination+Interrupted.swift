internal import Glibc
internal import ZigguratCore
internal import ZigguratFormats
package import ZigguratSystem

/// Hidden folders of interrupted exports, which a repeated run continues.
extension Destination {
    /// How long the hidden folder of an interrupted export is kept, in seconds.
    static let interruptedLifetime = 7 * 24 * 3600

    /// Runs a closure that writes a large export.
    ///
    /// If an interrupted export of this name has an equal header, its files are used again.
    /// Otherwise its files are removed.
    ///
    /// After an error the hidden folder is removed, with one exception. A cancelled export with
    /// finished tiles keeps its folder.
    ///
    /// - Parameter continues: if `false`, removes the files of an interrupted export.
    package func withStaging<Result>(
        _ header: ExportJournal.Header, continues: Bool,
        _ body: (Staging, ExportJournal) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let isNew = !FileSystem.exists(path)
        // Removes the destination again if it is empty, as in ``withStaging(_:)``.
        defer { if isNew { _ = unsafe rmdir(path) } }
        var journal: ExportJournal?
        let draft = try makeFirstDraft { () throws(ZigguratError) in
            let (draft, found) = try makeDraft(header, continues: continues)
            journal = found
            return draft
        }
        let opened: ExportJournal
        if let journal {
            opened = journal
        } else {
            opened = try ExportJournal(draft.path, header)
        }
        let staging = Staging(self, syncs: syncs, draft, opened)
        return try use(staging) { staging throws(ZigguratError) in try body(staging, opened) }
    }

    /// Locks the hidden folder of an interrupted book, or creates a hidden folder.
    ///
    /// - Parameter continues: if `false`, removes the files of an interrupted run.
    package func makeDraft(ofBook name: String, continues: Bool) throws(ZigguratError) -> Draft {
        try makeFirstDraft { () throws(ZigguratError) in
            for draft in try interruptedDrafts(of: name)
            where BookMark.name(in: draft.path) == name {
                if continues {
                    try BookMark.write(name, in: draft.path)
                    return draft
                }
                defer { draft.lock.unlock() }
                // A leftover that cannot be removed does not prevent the export of the book.
                try? FileSystem.remove(draft.path)
            }
            let draft = try makeDraft()
            try BookMark.write(name, in: draft.path)
            return draft
        }
    }

    /// Locks the hidden folder of an interrupted export with an equal header, or creates a hidden
    /// folder. Removes other hidden folders of exports with this name.
    ///
    /// - Precondition: the destination is locked.
    private func makeDraft(
        _ header: ExportJournal.Header, continues: Bool
    ) throws(ZigguratError) -> (Draft, ExportJournal?) {
        for draft in try interruptedDrafts(of: header.name) {
            if continues,
                let journal = try? ExportJournal(continuing: draft.path, header)
            {
                return (draft, journal)
            }
            defer { draft.lock.unlock() }
            // A leftover that cannot be removed does not prevent the export.
            try? FileSystem.remove(draft.path)
        }
        return (try makeDraft(), nil)
    }

    /// Returns and locks the hidden folders of interrupted exports and books of a name.
    ///
    /// - Precondition: the destination is locked.
    private func interruptedDrafts(of name: String) throws(ZigguratError) -> [Draft] {
        var drafts: [Draft] = []
        let parent = Destination(self.drafts ?? path)
        for entry in try FileSystem.entries(in: parent.path, startingWith: Self.draftPrefix) {
            let folder = parent.folder(of: entry)
            guard (ExportJournal.header(in: folder)?.name ?? BookMark.name(in: folder)) == name,
                let lock = try? FileHandle.folder(folder), lock.lock(waits: false)
            else { continue }
            drafts.append((folder, lock))
        }
        return drafts
    }

    /// Removes the files of interrupted exports of a name.
    ///
    /// - Returns: whether the destination contained an interrupted export of the name.
    func removeInterrupted(_ name: String) throws(ZigguratError) -> Bool {
        try withLock { () throws(ZigguratError) in
            let drafts = try interruptedDrafts(of: name)
            for draft in drafts {
                defer { draft.lock.unlock() }
                try FileSystem.remove(draft.path)
            }
            return !drafts.isEmpty
        }
    }

    /// Whether a hidden folder without a process belongs to an export or book that can be
    /// continued.
    static func canBeContinued(_ folder: String) -> Bool {
        func isRecent(_ file: String) -> Bool {
            FileSystem.age(of: "\(folder)/\(file)").map { $0 <= interruptedLifetime } ?? false
        }
        return isRecent(ExportJournal.fileName)
            && ExportJournal.header(in: folder)?.canBeContinued ?? false
            || isRecent(BookMark.fileName) && BookMark.canBeContinued(folder)
    }
}

/// The file `.book` in a hidden folder: the name of the book whose pages are exported there.
enum BookMark {
    package static let fileName = ".book"

    package static func write(_ name: String, in folder: String) throws(ZigguratError) {
        try FileSystem.replace("\(folder)/\(fileName)", with: Array(name.utf8))
    }

    /// Whether a hidden folder contains pages of a book that is not in place yet.
    static func canBeContinued(_ folder: String) -> Bool {
        guard let name = name(in: folder), ExportName.isUsable(name) else { return false }
        return FileSystem.isFolder("\(folder)/\(name)")
            && !FileSystem.exists("\(Path.split(folder).folder)/\(name)")
    }

    /// - Returns: `nil` if the folder does not belong to a book.
    package static func name(in folder: String) -> String? {
        let bytes = (try? FileSystem.contents(of: "\(folder)/\(fileName)")) ?? nil
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension ExportJournal {
    /// Removes the files in an export's folder that the journal does not record. The repeated run
    /// writes these files again.
    func removeOtherFiles(in folder: String) throws(ZigguratError) {
        try Self.removeFiles(in: folder) { kept[$0] == nil }
    }

    /// Removes the files of the interrupted export that are not part of the new export.
    package func removeUnclaimedFiles(in folder: String, _ hashes: FileHashes) throws(ZigguratError)
    {
        guard hasUnclaimedFiles else { return }
        let known = Set(hashes.entries.map(\.path))
        try Self.removeFiles(in: folder) { kept[$0] != nil && !known.contains($0) }
    }

    private static func removeFiles(
        in folder: String, where isUnwanted: (UInt64) -> Bool
    ) throws(ZigguratError) {
        guard FileAttributes(path: folder, followsLink: false)?.isFolder == true else {
            return try FileSystem.remove(folder)
        }
        var paths: [String] = []
        try FolderFiles(folder).forEachFile { path, _ in
            if isUnwanted(XXH3.hash(path)) { paths.append(path) }
            return true
        }
        for path in paths { try FileSystem.remove("\(folder)/\(path)") }
    }
}

extension Destination {
    /// Runs a closure that writes exports into a hidden folder. The folder is created when the
    /// first export begins, and removed after the last.
    package func withStaging<Result>(
        _ body: (Staging) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let isNew = !FileSystem.exists(path)
        // `rmdir` fails if the folder is not empty, so a destination with content stays. `unsafe`:
        // Swift keeps the C string of the path until the call returns.
        defer { if isNew { _ = unsafe rmdir(path) } }
        return try use(Staging(self, syncs: syncs), body)
    }

    func use<Result>(
        _ staging: Staging, _ body: (Staging) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let result: Result
        do throws(ZigguratError) {
            result = try body(staging)
        } catch {
            if let kept = staging.keep(after: error) { throw kept }
            // The caller gets the first error. If the folder cannot be removed, the next run
            // removes it.
            try? staging.remove()
            throw error
        }
        try staging.remove()
        return result
    }

    /// Runs a closure with a new hidden folder, which is removed afterwards unless the closure
    /// moved it.
    package func withDraft<Result>(
        _ body: (String) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        try withStaging { staging throws(ZigguratError) in try body(try staging.folder()) }
    }

    /// Runs a closure with a new hidden folder, like ``withDraft(_:)``. The destination must exist,
    /// and the caller must have locked it.
    package func withDraftInLock<Result>(
        _ body: (String) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let draft = try makeDraft()
        return try use(Staging(self, syncs: syncs, draft)) { _ throws(ZigguratError) in
            try body(draft.path)
        }
    }
}
