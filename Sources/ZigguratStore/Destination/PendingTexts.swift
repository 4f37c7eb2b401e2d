internal import ZigguratCore
internal import ZigguratFormats
package import ZigguratSystem

/// New texts of exports in a hidden folder of the destination, ready to be moved into place.
///
/// If the process is killed, the next process that writes to the destination moves them.
///
/// For each export, the hidden folder contains a folder with the changed files. The file
/// `.described` is written after all files are flushed. The folder `.order` contains, for each
/// export, a list of its files in the order of their replacement.
package struct PendingTexts {
    package let destination: Destination
    /// The hidden folder.
    package let draft: String

    package init(destination: Destination, draft: String) {
        (self.destination, self.draft) = (destination, draft)
    }

    private static let mark = ".described"
    /// The prefix of the path of a file to be removed. Paths in an export never begin with it.
    package static let removal = "/"

    private var markPlace: String { "\(draft)/\(Self.mark)" }
    package var lists: String { "\(draft)/.order" }

    /// Moves the texts of exports into place. As soon as the file `.described` exists, the move is
    /// completed, by this process or the next.
    ///
    /// - Parameter states: the states of the exports that the texts belong to, by name.
    /// - Returns: the errors by name.
    package func publish(_ states: [String: EntryStates]) throws(ZigguratError) -> [String:
        ZigguratError]
    {
        if destination.syncs { try FileSystem.flushFiles(in: draft) }
        var failures: [String: ZigguratError] = [:]
        try destination.withLock { () throws(ZigguratError) in
            for (name, states) in states {
                do throws(ZigguratError) {
                    try states.check()
                } catch {
                    failures[name] = error
                    try FileSystem.remove("\(lists)/\(name)")
                }
            }
            try FileSystem.replace(markPlace, with: [])
            if destination.syncs { try FileSystem.flushNames(in: draft) }
            try finish()
        }
        return failures
    }

    /// Moves texts into place that a killed process left in the hidden folder.
    ///
    /// - Precondition: the destination is locked.
    func finishIfMarked() throws(ZigguratError) {
        if FileSystem.exists(markPlace) { try finish() }
    }

    private func finish() throws(ZigguratError) {
        guard FileSystem.exists(lists) else { return }
        var names: [String] = []
        try FolderFiles(lists).forEachFile { path, _ in
            names.append(path)
            return true
        }
        for name in names {
            guard let list = try FileSystem.contents(of: "\(lists)/\(name)"),
                try Manifest.marksWholeOrDamaged(destination.folder(of: name))
            else { continue }
            for path in String(decoding: list, as: UTF8.self).split(separator: "\n") {
                guard !path.hasPrefix(Self.removal) else {
                    try remove("\(destination.folder(of: name))\(path)")
                    continue
                }
                let new = "\(draft)/\(name)/\(path)"
                let place = "\(destination.folder(of: name))/\(path)"
                // A killed process may already have moved this file.
                guard FileSystem.exists(new) else { continue }
                try FileSystem.makeFolders(Path.split(place).folder)
                do throws(ZigguratError) {
                    try FileSystem.move(new, to: place)
                } catch {
                    // The move fails if the export is a link to another file system.
                    guard let bytes = try FileSystem.contents(of: new) else { throw error }
                    try FileSystem.replace(place, with: bytes)
                }
            }
        }
    }

    /// Removes a file. Also removes its folder if the folder is then empty.
    private func remove(_ place: String) throws(ZigguratError) {
        if FileSystem.exists(place) { try FileSystem.remove(place) }
        _ = FileSystem.removeEmptyFolder(Path.split(place).folder)
    }
}
