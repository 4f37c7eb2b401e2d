internal import ZigguratCore
internal import ZigguratFormats
package import ZigguratSystem

/// The exports that a destination holds.
package struct ExportLibrary: Sendable {
    private let destination: Destination

    /// - Throws: ``ZigguratError`` where there is no such folder.
    package init(_ destination: String) throws(ZigguratError) {
        guard FileSystem.isFolder(destination) else {
            throw ZigguratError(DestinationFailure.folderNotFound, destination)
        }
        self.destination = Destination(destination)
    }

    /// The manifests of the exports, by name.
    package func manifests() throws(ZigguratError) -> [Manifest] { try contents().manifests }

    /// The manifests, by name, and the names of exports whose manifest cannot be read.
    func contents() throws(ZigguratError) -> (manifests: [Manifest], unreadable: [String]) {
        var (manifests, unreadable): ([Manifest], [String]) = ([], [])
        for name in try destination.exportNames() {
            let folder = destination.folder(of: name)
            if let manifest = ManifestCache.shared.manifest(ofExport: folder) {
                manifests.append(manifest)
            } else {
                unreadable.append(name)
            }
        }
        return (manifests, unreadable)
    }

    /// Removes the hidden folders of killed runs.
    package func clearLeftovers() throws(ZigguratError) {
        try destination.withLock { () throws(ZigguratError) in try destination.clearLeftovers() }
    }

    /// Removes an export.
    ///
    /// - Returns: the folder that was removed.
    package func remove(_ name: String) throws(ZigguratError) -> String {
        let folder = destination.folder(of: name)
        guard ExportName.isUsable(name), try Manifest.marks(folder) else {
            throw ZigguratError(DestinationFailure.exportNotFound, folder)
        }
        try destination.remove(name)
        return folder
    }
}
