internal import FoundationEssentials
internal import Glibc
internal import ZigguratCore

/// The folder that exports go to, and how one appears there: whole or not at all.
///
/// An export is written into a hidden folder beside its place, which its process keeps locked, and is moved
/// into place when it is complete. A hidden folder that nobody locks is what a killed process left behind;
/// the next one takes it away.
struct Destination {
    let path: String

    private static let draftPrefix = ".ziggurat-"

    init(_ path: String) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        self.path = path
    }

    func folder(of name: String) -> String { "\(path)/\(name)" }

    /// A fresh hidden folder; leftovers of earlier ones are cleared away.
    func makeDraft() throws(ZigguratError) -> Draft {
        try FileSystem.makeFolders(path)
        // Between making a folder and locking it, nobody else may look for leftovers.
        let guardian = try FileHandle.folder(path)
        guard guardian.lock(waits: true) else {
            throw FileSystem.failure(path, "the folder cannot be locked")
        }
        clearLeftovers()
        let draft = folder(of: "\(Self.draftPrefix)\(UUID().uuidString.lowercased())")
        guard unsafe mkdir(draft, 0o777) == 0 else {
            throw FileSystem.failure(path, "nothing can be written into it")
        }
        let lock = try FileHandle.folder(draft)
        _ = lock.lock(waits: false)
        return Draft(path: draft, lock: lock)
    }

    /// Moves a complete export into place; an older export under this name makes way and is removed.
    func publish(_ draft: Draft, as name: String) throws(ZigguratError) {
        let place = folder(of: name)
        guard FileSystem.exists(place) else {
            guard unsafe rename(draft.path, place) == 0 else {
                throw FileSystem.failure(place, "the export cannot be moved into place")
            }
            return
        }
        if FileSystem.exchange(draft.path, place) {
            try FileSystem.remove(draft.path)
            return
        }
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
        try FileSystem.remove(old)
    }

    /// Whether somebody else's file or folder stands where an export would go.
    func isForeign(_ name: String) -> Bool {
        let place = folder(of: name)
        return FileSystem.exists(place) && Manifest.read(fromExport: place) == nil
    }

    /// The names of the exports, sorted.
    func exportNames() -> [String] {
        FileSystem.names(in: path).filter {
            !$0.hasPrefix(".") && FileSystem.exists("\(folder(of: $0))/\(Manifest.fileName)")
        }
    }

    private func clearLeftovers() {
        for name in FileSystem.names(in: path) where name.hasPrefix(Self.draftPrefix) {
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

/// A hidden folder in which an export comes about; gone when it was neither published nor needed.
final class Draft {
    let path: String
    private let lock: FileHandle

    init(path: String, lock: FileHandle) {
        self.path = path
        self.lock = lock
    }

    deinit {
        try? FileSystem.remove(path)
    }
}
