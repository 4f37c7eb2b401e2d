internal import Glibc
internal import ZigguratCore
internal import ZigguratFormats
internal import ZigguratSystem

/// The folder that exports go to, and how one appears there: whole or not at all.
///
/// An export is written into a hidden folder beside its place, which its process keeps locked, and
/// is moved into place when it is complete. A hidden folder that nobody locks is what a killed
/// process left behind; the next one takes it away.
struct Destination {
    let path: String

    private static let draftPrefix = ".ziggurat-"

    init(_ path: String) {
        var path = path
        while path.utf8.count > 1, path.utf8.last == UInt8(ascii: "/") {
            path.unicodeScalars.removeLast()
        }
        self.path = path
    }

    func folder(of name: String) -> String { "\(path)/\(name)" }

    /// A fresh hidden folder; leftovers of earlier ones are cleared away.
    func makeDraft() throws(ZigguratError) -> Draft {
        let isNew = !FileSystem.exists(path)
        try FileSystem.makeFolders(path)
        // Between making a folder and locking it, nobody else may look for leftovers.
        return try locked { () throws(ZigguratError) in
            try makeLockedDraft(isNew: isNew)
        }
    }

    /// The same.
    ///
    /// - Precondition: the destination is there and locked.
    func makeLockedDraft(isNew: Bool = false) throws(ZigguratError) -> Draft {
        clearLeftovers()
        let number = String(UInt64.random(in: .min ... .max), radix: 16)
        let draft = folder(of: "\(Self.draftPrefix)\(number)")
        guard unsafe mkdir(draft, 0o777) == 0 else {
            throw FileSystem.failure(path, "nothing can be written into it")
        }
        let lock = try FileHandle.folder(draft)
        _ = lock.lock(waits: false)
        return Draft(path: draft, lock: lock, newDestination: isNew ? path : nil)
    }

    /// Moves a complete folder that is no export into place; what stands there makes way.
    ///
    /// - Precondition: the destination is locked.
    func replace(_ name: String, with draft: Draft) throws(ZigguratError) {
        if let old = try move(draft, to: folder(of: name)) { try FileSystem.remove(old) }
    }

    /// Keeps other runs from changing what stands in the destination.
    func locked<Result>(
        _ body: () throws(ZigguratError) -> Result
    ) throws(ZigguratError) -> Result {
        let guardian = try FileHandle.folder(path)
        // The lock lasts as long as the handle, which nothing below would keep.
        defer { withExtendedLifetime(guardian) {} }
        guard guardian.lock(waits: true) else {
            throw FileSystem.failure(path, "the folder cannot be locked")
        }
        return try body()
    }

    /// Moves a complete export into place; an older export under this name makes way and is
    /// removed.
    func publish(_ draft: Draft, as name: String) throws(ZigguratError) {
        let place = folder(of: name)
        let old = try locked { () throws(ZigguratError) in
            try checkPlace(of: name)
            return try move(draft, to: place)
        }
        guard let old else { return }
        do throws(ZigguratError) {
            try FileSystem.remove(old)
        } catch {
            throw ZigguratError(
                error.code, place,
                "the export is there, but the older one remains as \(old): \(error.problem)")
        }
    }

    /// Writes files that belong to no export, where they are not there already.
    func share(_ files: [BundleFile]) throws(ZigguratError) {
        try locked { () throws(ZigguratError) in
            for file in files {
                let place = folder(of: file.path)
                guard FileSystem.read(place) != file.bytes else { continue }
                try FileSystem.makeFolders(
                    String(place.prefix(upTo: place.lastIndex(of: "/") ?? place.startIndex)))
                try FileSystem.replace(place, with: file.bytes)
            }
        }
    }

    /// - Returns: where the older export is now, if there was one.
    private func move(_ draft: Draft, to place: String) throws(ZigguratError) -> String? {
        guard FileSystem.exists(place) else {
            guard unsafe rename(draft.path, place) == 0 else {
                throw FileSystem.failure(place, "the export cannot be moved into place")
            }
            return nil
        }
        if FileSystem.exchange(draft.path, place) { return draft.path }
        // A file system that cannot exchange: for a moment neither is in place.
        let old = draft.path + "-old"
        guard unsafe rename(place, old) == 0 else {
            throw FileSystem.failure(place, "the older export cannot be moved away")
        }
        guard unsafe rename(draft.path, place) == 0 else {
            let error = FileSystem.failure(place, "the export cannot be moved into place")
            _ = unsafe rename(old, place)
            throw error
        }
        return old
    }

    /// Moves an export out of sight, into a draft.
    ///
    /// - Returns: where it is now.
    func withdraw(_ name: String, into draft: Draft) throws(ZigguratError) -> String {
        let place = folder(of: name)
        let hidden = "\(draft.path)/export"
        guard unsafe rename(place, hidden) == 0 else {
            throw FileSystem.failure(place, "the export cannot be removed")
        }
        return hidden
    }

    /// Throws where somebody else's file or folder stands where an export would go.
    func checkPlace(of name: String) throws(ZigguratError) {
        let place = folder(of: name)
        guard FileSystem.exists(place), !Manifest.marks(place) else { return }
        throw ZigguratError(
            .unwritable, place, "there is something else of this name that is no export",
            remedy: "move it away, or choose another name with --name")
    }

    /// The names of the exports, sorted.
    func exportNames() -> [String] {
        FileSystem.names(in: path).filter {
            !$0.hasPrefix(".") && FileSystem.exists("\(folder(of: $0))/\(Manifest.fileName)")
        }
    }

    /// The hidden folders that nobody has locked, by name.
    func leftovers() -> [String] {
        FileSystem.names(in: path).filter { name in
            guard name.hasPrefix(Self.draftPrefix),
                let handle = try? FileHandle.folder(folder(of: name))
            else { return false }
            return handle.lock(waits: false)
        }
    }

    /// Removes the hidden folders that nobody has locked.
    ///
    /// - Precondition: the destination is locked.
    func clearLeftovers() {
        for name in FileSystem.hiddenNames(in: path, startingWith: Self.draftPrefix) {
            let leftover = folder(of: name)
            guard FileSystem.isFolder(leftover) else {
                _ = unsafe unlink(leftover)
                continue
            }
            guard let handle = try? FileHandle.folder(leftover), handle.lock(waits: false) else {
                continue
            }
            try? FileSystem.remove(leftover)
        }
    }
}
