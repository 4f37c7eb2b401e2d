internal import ZigguratCore
internal import ZigguratStore
package import ZigguratSystem
internal import ZigguratViewer

extension Exporter {
    /// An existing comparison.
    package struct Comparison: Hashable, Sendable, Codable {
        package let name: String
        /// The path of the comparison's folder, including the destination.
        package let folder: String
        package let page: String
        package let images: Int
        package let mode: String

        init(_ comparison: StoredComparison, in destination: Destination) {
            name = comparison.name
            folder = destination.folder(of: name)
            page = "\(folder)/\(GalleryRecord.page)"
            images = comparison.pictures.count
            mode = comparison.mode.rawValue
        }
    }

    /// Returns the comparisons in the destination.
    package func comparisons() throws(ZigguratError) -> [Comparison] {
        try ExportLibrary(destination).comparisons().map { Comparison($0, in: folder) }
    }

    /// Writes a page that compares exports of the destination.
    ///
    /// An existing page with equal content is written again. ``Options/replaces`` allows replacing
    /// a different comparison.
    ///
    /// - Throws: ``ComparisonFailure`` or ``RegistrationFailure``. After an error the destination
    ///   is unchanged.
    package func compare(
        _ request: ComparisonRequest
    ) throws(ZigguratError) -> (comparison: Comparison, registrations: [Registration]) {
        try startingOverOnce { () throws(ZigguratError) in
            var states = EntryStates()
            do throws(ZigguratError) {
                return try compare(request, &states)
            } catch {
                throw states.blaming(error)
            }
        }
    }

    /// - Parameter states: receives the states of the compared exports and of the existing
    ///   comparison.
    private func compare(
        _ request: ComparisonRequest, _ states: inout EntryStates
    ) throws(ZigguratError) -> (comparison: Comparison, registrations: [Registration]) {
        guard FileSystem.isFolder(destination) else {
            throw ZigguratError(DestinationFailure.folderNotFound, destination)
        }
        guard !StoredBook.marks(destination) else {
            throw ZigguratError(ComparisonFailure.inBook, destination)
        }
        let folder = folder
        let (comparison, registrations) = try request.resolved(
            in: folder, options.formats, &states)
        try states.add(folder.folder(of: comparison.name))
        let writer = ComparisonWriter(
            destination: folder, pages: PageWriter(templates), formats: options.formats)
        guard let files = try writer.files(of: comparison) else {
            throw ZigguratError(ComparisonFailure.notAnExport, destination)
        }
        try checkPlace(of: comparison)
        try folder.withDraft { draft throws(ZigguratError) in
            let new = "\(draft)/\(Path.name(of: comparison.name))"
            for file in files {
                let place = "\(new)/\(file.path)"
                try FileSystem.makeFolders(Path.split(place).folder)
                try FileSystem.replace(place, with: file.bytes)
            }
            try folder.withLock { [states] () throws(ZigguratError) in
                try states.check()
                try checkPlace(of: comparison)
                try folder.makeParents(of: comparison.name)
                try folder.replace(comparison.name, with: new)
            }
        }
        return (Comparison(comparison, in: folder), registrations)
    }

    /// - Throws: ``ZigguratError`` if the name belongs to an entry that may not be replaced.
    private func checkPlace(of comparison: StoredComparison) throws(ZigguratError) {
        try folder.checkParents(of: comparison.name)
        let place = folder.folder(of: comparison.name)
        guard FileSystem.exists(place) else { return }
        guard StoredComparison.isOurs(place) else {
            throw ZigguratError(ComparisonFailure.notAComparison, place)
        }
        let isSame = try StoredComparison.read(from: place)?.isSame(as: comparison) ?? false
        guard isSame || options.replaces || options.isForced else {
            throw ZigguratError(ComparisonFailure.alreadyExists, place)
        }
    }
}
