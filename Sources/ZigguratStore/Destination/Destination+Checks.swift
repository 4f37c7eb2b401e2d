package import ZigguratSystem

/// Checks whether an export may have a name.
extension Destination {
    /// - Throws: ``DestinationFailure/replacesSource`` if a file or folder that is read is the export
    ///   of a name or lies in it.
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

    /// - Throws: ``ZigguratError`` if a file or folder that is not an export has the name, or if the
    ///   export would be in another one.
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

    /// - Throws: ``ZigguratError`` if an entry of a name would be in an export, in a comparison, which is
    ///   replaced as a whole, or in a file.
    package func checkParents(of name: String) throws(ZigguratError) {
        let place = folder(of: name)
        for parent in ExportName.parents(of: name).map(folder) {
            guard let attributes = FileAttributes(path: parent, followsLink: false) else { break }
            // Links are not searched for exports.
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
