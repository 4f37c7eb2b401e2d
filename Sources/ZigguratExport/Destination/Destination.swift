internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// The folder that exports go to. An export appears in it when it is complete.
///
/// An export is written into a hidden folder beside its place, which its process keeps locked, and
/// is moved into place at the end. A hidden folder without a lock is left over from a killed
/// process; the next export removes it.
package struct Destination {
    let path: String
    /// Whether an export is on the disk before it appears, so that a power failure leaves either a
    /// whole export or none.
    let syncs: Bool

    /// A hidden folder, locked until it is removed.
    typealias Draft = (path: String, lock: FileHandle)

    static let draftPrefix = ".ziggurat-"
    /// The folder in a hidden folder that holds an export on its way out, under its name.
    static let removedFolder = ".removed"
    /// Ends the name of an export that was in place until a newer one was moved there.
    static let oldSuffix = "-old"

    private static func hiddenName() -> String {
        draftPrefix + String(UInt64.random(in: .min ... .max), radix: 16)
    }

    init(_ path: String, syncs: Bool = true) {
        self.syncs = syncs
        self.path = PathContents.normalized(path)
    }

    func folder(of name: String) -> String { "\(path)/\(name)" }

    /// Runs a closure that writes exports into a hidden folder, which is created when the first one
    /// begins and is removed afterwards.
    func withStaging<Result>(
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
    func withDraft<Result>(
        _ body: (String) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        try withStaging { staging throws(ZigguratError) in try body(try staging.folder()) }
    }

    /// As ``withDraft(_:)``, in a destination that exists and that the caller has locked.
    func withDraftInLock<Result>(
        _ body: (String) throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let draft = try makeDraft()
        return try use(Staging(self, syncs: syncs, draft)) { _ throws(ZigguratError) in
            try body(draft.path)
        }
    }

    /// Creates a hidden folder, and the destination if it is missing. A failed export that created
    /// the destination at the same time may remove it in between: then once more.
    ///
    /// - Parameter make: creates the hidden folder while the destination is locked.
    func makeFirstDraft(
        _ make: (() throws(ZigguratError) -> Draft)? = nil
    ) throws(ZigguratError) -> Draft {
        var attemptsLeft = 100
        while true {
            do throws(ZigguratError) {
                try FileSystem.makeFolders(path)
                // Other processes look for leftovers only while the destination is not locked: a
                // hidden folder without a lock is never seen.
                return try withLock { () throws(ZigguratError) in
                    if let make { return try make() }
                    return try makeDraft()
                }
            } catch {
                attemptsLeft -= 1
                guard attemptsLeft > 0,
                    (error.reason as? FileFailure)?.problem == .notFound
                else { throw error }
            }
        }
    }

    /// - Precondition: the destination exists and is locked.
    func makeDraft() throws(ZigguratError) -> Draft {
        // An export can succeed beside a leftover that cannot be removed; a batch reports it.
        try? clearLeftovers()
        let draft = folder(of: Self.hiddenName())
        // `unsafe`: Swift keeps the C string of the path until the call returns.
        guard unsafe mkdir(draft, 0o777) == 0 else { throw .file(.write, path) }
        let lock = try FileHandle.folder(draft)
        _ = lock.lock(waits: false)
        return (draft, lock)
    }

    /// Runs a closure while other processes cannot change the destination.
    func withLock<Result>(
        _ body: () throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let handle = try FileHandle.folder(path)
        guard handle.lock(waits: true) else {
            throw .file(.lock, path)
        }
        defer { handle.unlock() }
        return try body()
    }

    /// Runs a closure that reads the destination, unless another process writes to it: exports that
    /// are in place are not in the gallery yet.
    ///
    /// - Returns: whether the closure ran.
    func whileUnchanged(
        _ body: () throws(ZigguratError) -> Void
    ) throws(ZigguratError) -> Bool {
        let handle = try FileHandle.folder(path)
        // Some file systems have no locks.
        guard handle.lock(waits: false) || errno != EWOULDBLOCK else { return false }
        defer { handle.unlock() }
        guard try hiddenFolders(locked: true).isEmpty else { return false }
        try body()
        return true
    }

    /// Moves a complete folder that is not an export into place and removes the older one.
    ///
    /// - Precondition: the destination is locked.
    func replace(_ name: String, with draft: String) throws(ZigguratError) {
        if syncs { try FileSystem.flushFiles(in: draft) }
        let old = try move(draft, to: folder(of: name))
        try flushNames()
        if let old { try FileSystem.remove(old) }
    }

    /// Removes a file or folder that is not an export.
    ///
    /// - Precondition: the destination is locked.
    func removeEntry(_ name: String) throws(ZigguratError) {
        try FileSystem.remove(folder(of: name))
        try flushNames()
    }

    /// Writes the names in the destination to the disk, unless it is for scratch work.
    func flushNames() throws(ZigguratError) {
        if syncs { try FileSystem.flushNames(in: path) }
    }

    /// Writes files that belong to no export. An unchanged file keeps its date, for tools that copy
    /// new files only.
    ///
    /// - Precondition: the destination is locked.
    func update(_ files: [BundleFile]) throws(ZigguratError) {
        for folder in Set(files.map { PathContents.split(folder(of: $0.path)).folder }) {
            try? clearDrafts(in: folder)
        }
        var changed: Set<String> = []
        for file in files {
            let place = folder(of: file.path)
            guard try FileSystem.contents(of: place) != file.bytes else { continue }
            let parent = PathContents.split(place).folder
            try FileSystem.makeFolders(parent)
            try FileSystem.replace(place, with: file.bytes, syncs: syncs)
            // The parent may be new, too.
            changed.formUnion([parent, path])
        }
        guard syncs else { return }
        for folder in changed { try FileSystem.flushNames(in: folder) }
    }

    /// Moves a complete folder to its place.
    ///
    /// - Precondition: the destination is locked.
    /// - Returns: the path of the older one, if there was one.
    func move(_ draft: String, to place: String) throws(ZigguratError) -> String? {
        guard FileSystem.exists(place) else {
            try FileSystem.move(draft, to: place)
            return nil
        }
        if FileSystem.exchange(draft, place) { return draft }
        // The file system cannot exchange folders: for a moment neither is in place.
        let old = folder(of: Self.hiddenName() + Self.oldSuffix)
        try FileSystem.move(place, to: old)
        do throws(ZigguratError) {
            try FileSystem.move(draft, to: place)
        } catch {
            try? FileSystem.move(old, to: place)
            throw error
        }
        return old
    }
}
