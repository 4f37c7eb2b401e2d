package import ZigguratSystem

/// Checks whether a new entry may have a name.
extension Destination {
    /// - Throws: ``DestinationFailure/replacesSource`` if a file or folder to be read is the export
    ///   of the name, or lies in it.
    package func checkApart(_ source: String, from name: String) throws(ZigguratError) {
        let folder = folder(of: name)
        guard let new = FileSystem.attributes(of: folder)?.identity else { return }
        var place = FileSystem.resolved(source) ?? source
        while true {
            guard FileSystem.attributes(of: place)?.identity != new else {
                throw ZigguratError(DestinationFailure.replacesSource, folder)
            }
            let parent = Path.split(place).folder
            guard parent != place, parent != "." else { return }
            place = parent
        }
    }

    /// - Throws: ``ZigguratError`` if the name belongs to a file or folder that is not an export,
    ///   or if the export would be inside another export.
    package func checkPlace(of name: String) throws(ZigguratError) {
        try checkParents(of: name)
        let place = folder(of: name)
        if StoredBook.marks(place) { throw ZigguratError(DestinationFailure.isBook, place) }
        guard FileSystem.exists(place),
            try ManifestCache.shared.manifest(ofExport: place)?.isOurs != true,
            try !Manifest.marksWholeOrDamaged(place)
        else { return }
        throw ZigguratError(DestinationFailure.notAnExport, place)
    }

    /// - Throws: ``ZigguratError`` if an entry of this name would be inside an export, a comparison
    ///   or a file. A comparison is always replaced as a whole.
    package func checkParents(of name: String) throws(ZigguratError) {
        let place = folder(of: name)
        for parent in ExportName.parents(of: name).map(folder) {
            guard let attributes = FileAttributes(path: parent, followsLink: false) else { break }
            // The search for exports does not follow links.
            guard attributes.isFolder else {
                throw ZigguratError(DestinationFailure.parentNotFolder, parent)
            }
            guard try !Manifest.marksWholeOrDamaged(parent), !StoredComparison.isOurs(parent)
            else {
                throw ZigguratError(DestinationFailure.insideExport(parent), place)
            }
        }
    }
}
