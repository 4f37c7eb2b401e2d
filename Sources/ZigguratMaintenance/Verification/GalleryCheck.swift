internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// Verifies the gallery of a destination.
///
/// The page and the list of images must be unchanged, and every listed export must exist. Files of
/// other programs at these paths are ignored.
struct GalleryCheck {
    let destination: Destination

    private var gallery: Gallery { Gallery(destination: destination, pages: PageWriter()) }
    private var pagePlace: String { destination.folder(of: GalleryRecord.page) }
    private var listPlace: String { destination.folder(of: GalleryRecord.list) }

    func run(_ run: VerificationRun) throws(ZigguratError) {
        run.advice = .updateGallery(destination: destination.path)
        let page = try FileSystem.contents(of: pagePlace)
        guard let list = try FileSystem.contents(of: listPlace) else {
            if gallery.isWritten { run.found(.missing(.file), at: listPlace) }
            return
        }
        guard let (record, images) = GalleryRecord.split(list) else {
            return try checkUnrecorded(list, run)
        }
        if let page {
            if XXH3.digits(of: page) != record.page { run.found(.changed, at: pagePlace) }
        } else {
            run.found(.missing(.file), at: pagePlace)
        }
        if let cover = record.cover {
            let bytes = try FileSystem.contents(of: gallery.coverPlace)
            if GalleryRecord.digits(ofCover: bytes) != cover {
                run.found(.outdatedCover, at: gallery.coverPlace)
            }
        }
        if let hash = record.sitemap {
            let place = destination.folder(of: Sitemap.path)
            if let sitemap = try FileSystem.contents(of: place) {
                if XXH3.digits(of: sitemap) != hash { run.found(.changed, at: place) }
            } else {
                run.found(.missing(.file), at: place)
            }
        }
        // The names in a changed list may be wrong, so they are not used.
        if let hash = record.list, XXH3.digits(of: Array(images)) != hash {
            return run.found(.changed, at: listPlace)
        }
        let isComplete = checkExports(of: images, record, run)
        let library = try ExportLibrary(destination.path)
        let comparisons = try library.comparisons()
        let count = try library.contents().manifests.count + library.books().count
        // If an export is missing or damaged, the list would differ, so it is not compared.
        guard isComplete, try destination.storedNames().count == count + comparisons.count
        else { return }
        let entries = try Gallery.entries(in: library, comparisons)
        let isCurrent =
            try images.elementsEqual(PageWriter.list(of: entries).bytes)
            && record.others == entries.filter { !$0.isListed }.map(\.name)
        if !isCurrent { run.found(.outdatedGallery, at: listPlace) }
    }

    /// Verifies a list without a record. The list is damaged, or an older version or another
    /// program wrote it.
    private func checkUnrecorded(
        _ list: [UInt8], _ run: VerificationRun
    ) throws(ZigguratError) {
        guard gallery.isWritten else { return }
        let library = try ExportLibrary(destination.path)
        let entries = try Gallery.entries(in: library, library.comparisons())
        if try PageWriter.list(of: entries).bytes != list { run.found(.changed, at: listPlace) }
    }

    /// Reports listed exports that are missing.
    ///
    /// - Returns: whether all listed exports exist.
    private func checkExports(
        of images: ArraySlice<UInt8>, _ record: GalleryRecord, _ run: VerificationRun
    ) -> Bool {
        let missing = (PageWriter.names(in: images) + record.others).filter { name in
            ExportName.isUsable(name) && !destination.isStored(name)
        }
        for name in missing { run.found(.missing(.export), at: destination.folder(of: name)) }
        return missing.isEmpty
    }
}

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
                    throw ZigguratError(PyramidError.detachedCollection, path)
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
