internal import Glibc
internal import ZigguratCore
internal import ZigguratFormats
package import ZigguratSystem

/// Hidden folders of interrupted exports that a repeat run continues.
extension Destination {
    /// The seconds for which the hidden folder of an interrupted export is kept.
    static let interruptedLifetime = 7 * 24 * 3600

    /// Runs a closure that writes a large export. What an interrupted export of the same name has
    /// written is used again if it has the same header, and is removed otherwise.
    ///
    /// After an error the hidden folder is removed; it is kept if the export was cancelled and has
    /// finished tiles.
    ///
    /// - Parameter continues: `false` removes what an interrupted export has written.
    package func withStaging<Result>(
        _ header: ExportJournal.Header, continues: Bool,
        _ body: (Staging, ExportJournal) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let isNew = !FileSystem.exists(path)
        // As in ``withStaging(_:)``.
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

    /// Locks the hidden folder of an interrupted book, or creates one.
    ///
    /// - Parameter continues: `false` removes what an interrupted run has written.
    package func makeDraft(ofBook name: String, continues: Bool) throws(ZigguratError) -> Draft {
        try makeFirstDraft { () throws(ZigguratError) in
            for draft in try interruptedDrafts(of: name)
            where BookMark.name(in: draft.path) == name {
                if continues {
                    try BookMark.write(name, in: draft.path)
                    return draft
                }
                defer { draft.lock.unlock() }
                // The book can be exported beside a leftover that cannot be removed.
                try? FileSystem.remove(draft.path)
            }
            let draft = try makeDraft()
            try BookMark.write(name, in: draft.path)
            return draft
        }
    }

    /// Locks the hidden folder of an interrupted export with the same header, or creates one.
    /// Removes other hidden folders of the name.
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
            // The export can succeed beside a leftover that cannot be removed.
            try? FileSystem.remove(draft.path)
        }
        return (try makeDraft(), nil)
    }

    /// The hidden folders of interrupted exports and books of a name, locked.
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

    /// Removes what interrupted exports of a name have written.
    ///
    /// - Returns: whether there was any.
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

    /// Whether a hidden folder without a process is that of an export or a book that can be continued.
    static func canBeContinued(_ folder: String) -> Bool {
        func isRecent(_ file: String) -> Bool {
            FileSystem.age(of: "\(folder)/\(file)").map { $0 <= interruptedLifetime } ?? false
        }
        return isRecent(ExportJournal.fileName)
            && ExportJournal.header(in: folder)?.canBeContinued ?? false
            || isRecent(BookMark.fileName) && BookMark.canBeContinued(folder)
    }
}

/// `.book` in a hidden folder: the name of the book whose pages are exported there.
enum BookMark {
    package static let fileName = ".book"

    static func write(_ name: String, in folder: String) throws(ZigguratError) {
        try FileSystem.replace("\(folder)/\(fileName)", with: Array(name.utf8))
    }

    /// Whether a hidden folder has pages of a book that is not in place.
    static func canBeContinued(_ folder: String) -> Bool {
        guard let name = name(in: folder), ExportName.isUsable(name) else { return false }
        return FileSystem.isFolder("\(folder)/\(name)")
            && !FileSystem.exists("\(Path.split(folder).folder)/\(name)")
    }

    /// - Returns: `nil` if the folder is not that of a book.
    package static func name(in folder: String) -> String? {
        let bytes = (try? FileSystem.contents(of: "\(folder)/\(fileName)")) ?? nil
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}

extension ExportJournal {
    /// Removes the files of an export's folder that have no record: the repeat run writes them.
    func removeOtherFiles(in folder: String) throws(ZigguratError) {
        try Self.removeFiles(in: folder) { kept[$0] == nil }
    }

    /// Removes the files of an interrupted export that are not part of the new one.
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
    /// Runs a closure that writes exports into a hidden folder, which is created when the first one
    /// begins and is removed afterwards.
    package func withStaging<Result>(
        _ body: (Staging) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let isNew = !FileSystem.exists(path)
        // Fails if the folder is not empty, as it should. `unsafe`: Swift keeps the C string of the
        // path until the call returns.
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
            // The first error counts; the next run removes what remains.
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

    /// As ``withDraft(_:)``, in a destination that exists and that the caller has locked.
    package func withDraftInLock<Result>(
        _ body: (String) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let draft = try makeDraft()
        return try use(Staging(self, syncs: syncs, draft)) { _ throws(ZigguratError) in
            try body(draft.path)
        }
    }
}
