internal import ZigguratCore
internal import ZigguratFormats
public import ZigguratSystem

/// The exports that a destination holds.
public struct Shelf: Sendable {
    private let destination: Destination

    /// - Throws: ``ZigguratError`` where there is no such folder.
    public init(_ destination: String) throws(ZigguratError) {
        guard FileSystem.isFolder(destination) else {
            throw ZigguratError(
                .unreadableSource, destination, "there is no such folder",
                remedy: "name the one that you exported to")
        }
        self.destination = Destination(destination)
    }

    /// Their manifests, by name.
    public func manifests() -> [Manifest] { contents().manifests }

    /// Their manifests, by name, and the names of what looks like an export and has no manifest that
    /// can be read.
    func contents() -> (manifests: [Manifest], unreadable: [String]) {
        var (manifests, unreadable): ([Manifest], [String]) = ([], [])
        for name in destination.exportNames() {
            let folder = destination.folder(of: name)
            if let manifest = ManifestMemory.shared.manifest(ofExport: folder) {
                manifests.append(manifest)
            } else {
                unreadable.append(name)
            }
        }
        return (manifests, unreadable)
    }

    /// Removes what runs that were killed left behind.
    public func clearLeftovers() throws(ZigguratError) {
        try destination.locked { () throws(ZigguratError) in destination.clearLeftovers() }
    }

    /// Removes one: first from sight, then from the disk.
    ///
    /// - Returns: the folder that is gone.
    public func remove(_ name: String) throws(ZigguratError) -> String {
        let folder = destination.folder(of: name)
        guard ExportName.isUsable(name), Manifest.marks(folder) else {
            throw ZigguratError(
                .invalidOptions, folder, "there is no export of this name",
                remedy: "“ziggurat list” shows those there are")
        }
        let draft = try destination.makeDraft()
        try FileSystem.remove(try destination.withdraw(name, into: draft))
        return folder
    }
}
