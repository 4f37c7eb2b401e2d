internal import ZigguratFormats
package import ZigguratSystem

/// Protects files of the user in folders that Ziggurat replaces as a whole.
extension Destination {
    /// Checks that the replacement of an export removes only files of the export.
    ///
    /// An export without a valid list of hashes is not checked, because its files are unknown. A
    /// symbolic link is not checked, because its target stays.
    ///
    /// - Throws: ``DestinationError/wouldRemove(_:because:)`` with
    ///   ``DestinationError/RemovalReason/foreign``.
    package func checkForeignFiles(ofExport name: String) throws(ZigguratError) {
        let place = folder(of: name)
        guard let hashes = try? FileHashes.read("\(place)/\(FileHashes.fileName)") else { return }
        try checkForeignFiles(of: name) { path in
            path == FileHashes.fileName || hashes[XXH3.hash(path)] != nil
        }
    }

    /// Checks that the replacement of a comparison removes only files of the comparison.
    ///
    /// - Throws: ``DestinationError/wouldRemove(_:because:)`` with
    ///   ``DestinationError/RemovalReason/foreign``.
    package func checkForeignFiles(ofComparison name: String) throws(ZigguratError) {
        guard let comparison = try StoredComparison.read(from: folder(of: name)) else { return }
        try checkForeignFiles(of: name) { path in
            path == StoredComparison.fileName || comparison.hashes[path] != nil
        }
    }

    /// - Parameter isOwn: whether a file belongs to the entry, by its path in the entry.
    private func checkForeignFiles(
        of name: String, isOwn: (String) -> Bool
    ) throws(ZigguratError) {
        let place = folder(of: name)
        guard FileAttributes(path: place, followsLink: false)?.isFolder == true else { return }
        var (foreign, ownFolders): ([String], Set<String>) = ([], [])
        try FolderFiles(place).forEachFile { path, _ in
            if !isOwn(path), !Self.isMadeBySystem(path) {
                foreign.append(path)
            } else {
                for folder in ExportName.parents(of: path).reversed() {
                    guard ownFolders.insert(folder).inserted else { break }
                }
            }
            return true
        }
        guard !foreign.isEmpty else { return }
        // A folder without files of the entry is named instead of its files.
        let entries = Set(
            foreign.map { path in
                ExportName.parents(of: path).first { !ownFolders.contains($0) } ?? path
            }
        ).sorted()
        var parts = Array(entries.prefix(Self.mostNamed))
        if entries.count > parts.count { parts.append("\(entries.count - parts.count) more") }
        throw ZigguratError(DestinationError.wouldRemove(parts, because: .foreign), place)
    }

    /// Whether the file is a draft of a killed process, or a file that desktops and file servers
    /// add to folders.
    private static func isMadeBySystem(_ path: String) -> Bool {
        let name = Path.name(of: path)
        return name.hasPrefix(FileSystem.draftPrefix) || name.hasPrefix("._")
            || [".DS_Store", "Thumbs.db", "desktop.ini", ".directory"].contains(name)
            || path.hasPrefix("@eaDir/") || path.contains("/@eaDir/")
    }

    /// The maximum number of files and folders that an error names.
    private static let mostNamed = 3
}
