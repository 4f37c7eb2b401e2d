internal import Glibc
internal import ZigguratCore
package import ZigguratSystem

/// Removes exports, and files that killed processes left in the destination.
extension Destination {
    /// Removes an export, a book or a comparison. First moves it into a hidden folder, then deletes
    /// it.
    ///
    /// - Parameter check: called while the destination is locked, before the entry is removed.
    /// - Returns: whether the entry existed.
    @discardableResult
    package func remove(
        _ name: String, _ check: () throws(ZigguratError) -> Void = {}
    ) throws(ZigguratError) -> Bool {
        guard try isRemovable(name) else { return false }
        return try withDraft { draft throws(ZigguratError) -> Bool in
            let isMoved = try withLock { () throws(ZigguratError) -> Bool in
                // Another process may have removed the export, or put a different entry in its
                // place.
                guard try isRemovable(name) else { return false }
                try check()
                try hide(name, in: draft)
                removeEmptyParents(of: name)
                return true
            }
            try flushNames(around: [name])
            return isMoved
        }
    }

    /// Removes a file or folder that is not an export. A folder disappears as a whole: if its files
    /// cannot be deleted, they are left in a hidden folder.
    ///
    /// - Precondition: the destination is locked.
    package func removeEntry(_ name: String) throws(ZigguratError) {
        if FileSystem.isFolder(folder(of: name)) {
            try withDraftInLock { draft throws(ZigguratError) in try hide(name, in: draft) }
        } else {
            try FileSystem.remove(folder(of: name))
        }
        try flushNames()
    }

    /// Moves an entry of the destination into a hidden folder, which is deleted later.
    private func hide(_ name: String, in draft: String) throws(ZigguratError) {
        let removed = "\(draft)/\(Self.removedFolder)/\(name)"
        do throws(ZigguratError) {
            try FileSystem.makeFolders(Path.split(removed).folder)
            try FileSystem.move(folder(of: name), to: removed)
        } catch {
            throw error.about(folder(of: name))
        }
    }

    private func isRemovable(_ name: String) throws(ZigguratError) -> Bool {
        let place = folder(of: name)
        if try Manifest.marksWholeOrDamaged(place) { return true }
        let isBook = try StoredBook.read(from: place) != nil
        return isBook || StoredComparison.isOurs(place)
    }

    /// Completes the removal of an export that a killed process began.
    ///
    /// - Returns: whether a killed process had begun to remove the export.
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

    /// Returns the names of the hidden folders that no process has locked.
    func leftovers() throws(ZigguratError) -> [String] { try hiddenFolders(locked: false) }

    /// Returns the hidden folders that no process has locked, as ``leftovers()`` does, but leaves
    /// out folders that another process is creating. Returns an empty list while another process
    /// holds the lock.
    package func settledLeftovers() throws(ZigguratError) -> [String] {
        let handle = try FileHandle.folder(path)
        // Some file systems do not support locks.
        guard handle.lock(waits: false) || errno != EWOULDBLOCK else { return [] }
        defer { handle.unlock() }
        return try leftovers()
    }

    /// Waits until other processes have finished their changes. Returns whether the entries that a
    /// command read are unchanged.
    package func hasSettled(_ states: EntryStates) throws(ZigguratError) -> Bool {
        let lock = settled()
        defer { lock?.unlock() }
        return try states.areCurrent
    }

    /// Locks the destination and returns the lock; returns `nil` if the file system has no locks.
    private func settled() -> FileHandle? {
        guard let handle = try? FileHandle.folder(path), handle.lock(waits: true) else {
            return nil
        }
        return handle
    }

    func hiddenFolders(locked: Bool) throws(ZigguratError) -> [String] {
        try FileSystem.entries(in: path, startingWith: Self.draftPrefix).filter { name in
            guard let handle = try? FileHandle.folder(folder(of: name))
            else { return false }
            defer { handle.unlock() }
            return handle.lock(waits: false) != locked
        }
    }

    /// Removes temporary files of killed processes. Living processes hold the lock while such files
    /// exist.
    func clearDrafts(in folder: String) throws(ZigguratError) {
        for name in try FileSystem.entries(in: folder, startingWith: FileSystem.draftPrefix) {
            try FileSystem.remove("\(folder)/\(name)")
        }
    }

    /// Removes the hidden folders that no process has locked. Hidden folders of interrupted exports
    /// are kept if they can be continued.
    ///
    /// - Precondition: the destination is locked.
    /// - Throws: the first error, after the other folders were tried.
    package func clearLeftovers() throws(ZigguratError) {
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
            // Another process may have removed the folder already.
            guard FileSystem.exists(leftover) else { return }
            throw error
        }
        defer { handle.unlock() }
        guard handle.lock(waits: false), !Self.canBeContinued(leftover) else { return }
        try restore(leftover)
        try PendingTexts(destination: self, draft: leftover).finishIfMarked()
        try FileSystem.remove(leftover)
    }

    /// Moves an older entry back into place if its replacement was interrupted: the process was
    /// killed, or failed, before the newer entry was in place.
    private func restore(_ leftover: String) throws(ZigguratError) {
        guard leftover.hasSuffix(Self.oldSuffix),
            let bytes = try FileSystem.contents(of: "\(leftover)/\(Self.oldName)")
        else { return }
        let (name, old) = (String(decoding: bytes, as: UTF8.self), "\(leftover)/\(Self.oldEntry)")
        guard ExportName.isUsable(name), FileSystem.exists(old),
            !FileSystem.exists(folder(of: name))
        else { return }
        try makeParents(of: name)
        try FileSystem.move(old, to: folder(of: name))
    }
}
