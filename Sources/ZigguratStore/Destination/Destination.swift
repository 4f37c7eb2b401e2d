internal import Glibc
package import ZigguratCore
package import ZigguratSystem

/// The output folder of exports. An export appears in this folder when it is complete.
///
/// An export is written into a hidden folder, which its process keeps locked, and is moved into
/// place at the end. A hidden folder without a lock was left by a killed process. The next export
/// removes it.
package struct Destination {
    package let path: String
    /// Whether exports are flushed before they appear. After a power failure, each export is then
    /// either complete or missing.
    package let syncs: Bool
    /// The folder that holds new hidden folders, if this destination is the folder of a book;
    /// otherwise `nil`. Another process can remove the book, and this process does not create it
    /// again.
    let drafts: String?

    /// A hidden folder, locked until it is removed.
    package typealias Draft = (path: String, lock: FileHandle)

    static let draftPrefix = ".ziggurat-"
    /// The subfolder of a hidden folder that holds an export while it is removed, under the
    /// export's name.
    static let removedFolder = ".removed"
    /// The suffix of a hidden folder that holds an older entry while a newer entry replaces it.
    static let oldSuffix = "-old"
    /// In a hidden folder with ``oldSuffix``: the file that contains the entry's name, and the
    /// entry.
    static let (oldName, oldEntry) = (".name", "old")

    private static func hiddenName() -> String {
        draftPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
    }

    package init(_ path: String, syncs: Bool = true, drafts: String? = nil) {
        (self.syncs, self.drafts) = (syncs, drafts)
        self.path = Path.normalized(path)
    }

    package func folder(of name: String) -> String { "\(path)/\(name)" }

    /// Creates a hidden folder, and the destination if it is missing.
    ///
    /// A failed export that created the destination may remove it at the same time. In this case
    /// both are created again.
    ///
    /// - Parameter make: creates the hidden folder while the destination is locked.
    package func makeFirstDraft(
        _ make: (() throws(ZigguratError) -> Draft)? = nil
    ) throws(ZigguratError) -> Draft {
        var attemptsLeft = 100
        while true {
            do throws(ZigguratError) {
                if drafts == nil { try FileSystem.makeFolders(path) }
                let parent = Destination(drafts ?? path)
                // Other processes look for leftovers only while they hold the lock of the
                // destination. Other processes never see a hidden folder before it is locked.
                return try parent.withLock { () throws(ZigguratError) in
                    if let make { return try make() }
                    return try makeDraft()
                }
            } catch {
                attemptsLeft -= 1
                guard attemptsLeft > 0,
                    (error.reason as? FileError)?.kind == .notFound
                else { throw error }
                guard drafts == nil else {
                    throw ZigguratError(DestinationError.changedMeanwhile, path)
                }
            }
        }
    }

    /// - Precondition: the folder that holds hidden folders exists and is locked.
    func makeDraft() throws(ZigguratError) -> Draft {
        // A leftover that cannot be removed does not prevent the export; a batch reports the
        // leftover.
        try? Destination(drafts ?? path).clearLeftovers()
        return try makeNewDraft()
    }

    private func makeNewDraft() throws(ZigguratError) -> Draft {
        let draft = "\(drafts ?? path)/\(Self.hiddenName())"
        // `unsafe`: Swift keeps the C string of the path until the call returns.
        guard unsafe mkdir(draft, 0o777) == 0 else { throw .file(.write, path) }
        let lock = try FileHandle.folder(draft)
        _ = lock.lock(waits: false)
        return (draft, lock)
    }

    /// Runs a closure while the lock prevents other processes from changing the destination.
    package func withLock<Result>(
        _ body: () throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let handle = try FileHandle.folder(path)
        guard handle.lock(waits: true) else {
            throw .file(.lock, path)
        }
        defer { handle.unlock() }
        return try body()
    }

    /// Runs a closure that reads the destination, unless another process writes to it.
    ///
    /// While another process writes, its finished exports are not in the gallery yet.
    ///
    /// - Returns: whether the closure ran.
    package func whileUnchanged(
        _ body: () throws(ZigguratError) -> Void
    ) throws(ZigguratError) -> Bool {
        let handle = try FileHandle.folder(path)
        // Some file systems do not support locks.
        guard handle.lock(waits: false) || errno != EWOULDBLOCK else { return false }
        defer { handle.unlock() }
        guard try hiddenFolders(locked: true).isEmpty else { return false }
        try body()
        return true
    }

    /// Runs a closure that changes the destination.
    ///
    /// Until the closure ends, a hidden folder tells other processes that the gallery and the
    /// collections may be out of date.
    package func whileInUse<Result>(_ body: () -> Result) -> Result {
        guard FileSystem.exists(path), let mark = try? makeFirstDraft(makeNewDraft) else {
            return body()
        }
        defer {
            // If the folder cannot be removed, the next run removes it.
            try? FileSystem.remove(mark.path)
            mark.lock.unlock()
        }
        return body()
    }

    /// Moves a complete folder that is not an export into place, and removes the older folder.
    ///
    /// - Precondition: the destination is locked.
    package func replace(_ name: String, with draft: String) throws(ZigguratError) {
        if syncs { try FileSystem.flushFiles(in: draft) }
        let old = try move(draft, to: folder(of: name))
        try flushNames()
        if let old { try FileSystem.remove(old) }
    }

    /// Flushes the directory entries of the destination, unless the destination is temporary.
    package func flushNames() throws(ZigguratError) {
        if syncs { try FileSystem.flushNames(in: path) }
    }

    /// Writes files that belong to no export. An unchanged file keeps its modification time, so
    /// that copy tools skip it.
    ///
    /// - Precondition: the destination is locked.
    package func update(_ files: [BundleFile]) throws(ZigguratError) {
        for folder in Set(files.map { Path.split(folder(of: $0.path)).folder }) {
            try? clearDrafts(in: folder)
        }
        var changed: Set<String> = []
        for file in files {
            let place = folder(of: file.path)
            guard try FileSystem.contents(of: place) != file.bytes else { continue }
            let parent = Path.split(place).folder
            if drafts == nil {
                try FileSystem.makeFolders(parent)
            } else if parent != path {
                try FileSystem.makeFolder(parent)
            }
            try FileSystem.replace(place, with: file.bytes, syncs: syncs)
            // The parent folder may be new, so the destination is flushed, too.
            changed.formUnion([parent, path])
        }
        guard syncs else { return }
        for folder in changed { try FileSystem.flushNames(in: folder) }
    }

    /// Moves a complete folder to its place.
    ///
    /// - Precondition: the destination is locked.
    /// - Returns: the path where the older folder is now; `nil` if no older folder existed.
    package func move(_ draft: String, to place: String) throws(ZigguratError) -> String? {
        guard FileSystem.exists(place) else {
            try FileSystem.move(draft, to: place)
            return nil
        }
        if FileSystem.exchange(draft, place) { return draft }
        // The file system cannot exchange folders, so for a moment neither folder is in place. If
        // the process is killed in this moment, the next process moves the older folder back.
        let folder = folder(of: Self.hiddenName() + Self.oldSuffix)
        let old = "\(folder)/\(Self.oldEntry)"
        do throws(ZigguratError) {
            try FileSystem.makeFolders(folder)
            let name = String(place.dropFirst(path.count + 1))
            try FileSystem.replace("\(folder)/\(Self.oldName)", with: Array(name.utf8))
            try FileSystem.move(place, to: old)
            try FileSystem.move(draft, to: place)
        } catch {
            let isMoved = FileSystem.exists(old)
            guard !isMoved || (try? FileSystem.move(old, to: place)) != nil else {
                throw ZigguratError(
                    DestinationError.oldExportMoved(to: old), place, cause: error.cause)
            }
            try? FileSystem.remove(folder)
            throw error
        }
        return folder
    }
}
