internal import ZigguratCore
internal import ZigguratSystem

/// Removes exports, and what killed processes left in the destination.
extension Destination {
    /// Removes an export: first from sight, then from the disk.
    func remove(_ name: String) throws(ZigguratError) {
        try withDraft { draft throws(ZigguratError) in
            let place = folder(of: name)
            do throws(ZigguratError) {
                let removed = "\(draft)/\(Self.removedFolder)/\(name)"
                try FileSystem.makeFolders(PathContents.split(removed).folder)
                try FileSystem.move(place, to: removed)
            } catch {
                throw error.about(place)
            }
            try flushNames(around: [name])
            try withLock { () throws(ZigguratError) in removeEmptyParents(of: name) }
        }
    }

    /// Completes the removal of an export by a process that was killed.
    ///
    /// - Returns: whether there was such a removal.
    func finishRemoval(of name: String) throws(ZigguratError) -> Bool {
        try withLock { () throws(ZigguratError) in
            let isThere = try leftovers().contains {
                FileSystem.exists("\(folder(of: $0))/\(Self.removedFolder)/\(name)")
            }
            if isThere {
                try clearLeftovers()
                removeEmptyParents(of: name)
            }
            return isThere
        }
    }

    /// The names of the hidden folders that no process has locked.
    func leftovers() throws(ZigguratError) -> [String] { try hiddenFolders(locked: false) }

    func hiddenFolders(locked: Bool) throws(ZigguratError) -> [String] {
        try FileSystem.entries(in: path, startingWith: Self.draftPrefix).filter { name in
            guard let handle = try? FileHandle.folder(folder(of: name))
            else { return false }
            defer { handle.unlock() }
            return handle.lock(waits: false) != locked
        }
    }

    /// Removes the files of killed processes: others write such files in the lock only.
    func clearDrafts(in folder: String) throws(ZigguratError) {
        for name in try FileSystem.entries(in: folder, startingWith: FileSystem.draftPrefix) {
            try FileSystem.remove("\(folder)/\(name)")
        }
    }

    /// Removes the hidden folders that no process has locked, except those of interrupted exports
    /// that can be continued.
    ///
    /// - Precondition: the destination is locked.
    /// - Throws: the first error, after trying to remove the others.
    func clearLeftovers() throws(ZigguratError) {
        var failure: ZigguratError?
        for name in try FileSystem.entries(in: path, startingWith: Self.draftPrefix) {
            do throws(ZigguratError) {
                try removeLeftover(folder(of: name))
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }

    private func removeLeftover(_ leftover: String) throws(ZigguratError) {
        guard FileSystem.isFolder(leftover) else { return try FileSystem.remove(leftover) }
        let handle: FileHandle
        do throws(ZigguratError) {
            handle = try FileHandle.folder(leftover)
        } catch {
            // Another process removed it meanwhile.
            guard FileSystem.exists(leftover) else { return }
            throw error
        }
        defer { handle.unlock() }
        guard handle.lock(waits: false), !Self.canBeContinued(leftover), try !restore(leftover)
        else { return }
        try PendingTexts(destination: self, draft: leftover).finishIfMarked()
        try FileSystem.remove(leftover)
    }

    /// Moves an export back into place if the process was killed, or failed, before the newer one
    /// was there.
    private func restore(_ leftover: String) throws(ZigguratError) -> Bool {
        guard leftover.hasSuffix(Self.oldSuffix),
            let name = try Manifest.readValid(fromExport: leftover)?.name,
            ExportName.isUsable(name), !FileSystem.exists(folder(of: name))
        else { return false }
        try makeParents(of: name)
        try FileSystem.move(leftover, to: folder(of: name))
        return true
    }
}
