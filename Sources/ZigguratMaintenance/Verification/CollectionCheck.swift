internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratStore
internal import ZigguratSystem

extension Collections {
    /// Verifies that the collections list the exports. Collections that the gallery's record names
    /// must exist.
    func check(_ run: VerificationRun) throws(ZigguratError) {
        let library = try ExportLibrary(site.destination.path)
        let (manifests, books) = (try library.contents().manifests, try library.books())
        run.advice = .updateGallery(destination: site.destination.path)
        let recorded = try GalleryRecord.stored(in: site.destination)?.collections ?? []
        for collection in site.formats.collections {
            let place = site.path(of: collection.entry)
            if !FileSystem.exists(place) {
                if recorded.contains(collection.entry) {
                    run.found(.missing(.file), at: site.path(of: collection.document))
                }
                continue
            }
            guard recorded.contains(collection.entry) || collection.isOurs(place) else { continue }
            try check(collection, site.items(of: collection, among: manifests, books), run)
        }
    }

    /// Verifies the collection whose folder or document is at a path.
    ///
    /// - Returns: `false` if the path does not belong to a collection.
    static func check(at path: String, _ run: VerificationRun) throws(ZigguratError) -> Bool {
        for collection in run.options.formats.collections {
            for name in Set([collection.entry, collection.document])
            where path == name || path.hasSuffix("/\(name)") {
                let parent = path == name ? "." : String(path.dropLast(name.utf8.count + 1))
                let collections = Collections(of: parent, formats: run.options.formats)
                guard collection.isOurs(collections.site.path(of: collection.entry)) else {
                    continue
                }
                let library = try ExportLibrary(parent)
                let items = collections.site.items(
                    of: collection, among: try library.contents().manifests, try library.books())
                guard !items.isEmpty else {
                    throw ZigguratError(PyramidFailure.detachedCollection, path)
                }
                run.advice = .updateGallery(destination: parent)
                let before = run.findingCount
                try collections.check(collection, items, run)
                run.note(
                    ExportNote.collection(
                        summary: String(collection.summary.prefix { $0 != ":" }),
                        items: items.count, faults: run.findingCount - before), on: path)
                return true
            }
        }
        return false
    }

    private func check(
        _ collection: any DestinationCollection, _ items: [CollectionItem], _ run: VerificationRun
    ) throws(ZigguratError) {
        for fault in try collection.faults(of: items, in: site) {
            switch fault.kind {
            case .outdated: run.found(.outdatedCollection, at: fault.path)
            case .outdatedThumbnails: run.found(.outdatedThumbnails, at: fault.path)
            case .missingTile: run.found(.missing(.tile), at: fault.path)
            case .changedTile: run.found(.changed, at: fault.path)
            case .unexpectedFile: run.found(.unexpectedFile, at: fault.path)
            case .unexpectedFolder: run.found(.unexpectedFolder, at: fault.path)
            }
        }
    }
}
