internal import ZigguratCore
internal import ZigguratExport
internal import ZigguratFormats
internal import ZigguratStore
internal import ZigguratSystem
internal import ZigguratViewer

/// Verifies a book.
///
/// The exports of its pages must exist without faults. The IIIF manifest and the list of pages of
/// the book must match these exports.
struct BookCheck {
    /// The folder of the book.
    let destination: Destination

    func run(_ run: VerificationRun) throws(ZigguratError) {
        let before = run.findingCount
        let parent = Path.split(destination.path).folder
        run.advice = .exportAgain
        let record = destination.folder(of: StoredBook.fileName)
        guard let book = try StoredBook.read(from: destination.path) else {
            return run.found(.invalidManifest, at: record)
        }
        var isComplete = !book.pages.isEmpty
        if book.pages.isEmpty { run.found(.invalidManifest, at: record) }
        let stored = try destination.storedNames()
        for page in book.pages where !stored.contains(page.name) {
            run.found(.missing(.export), at: destination.folder(of: page.name))
            isComplete = false
        }
        for name in stored {
            let folder = destination.folder(of: name)
            try run.settle(folder, in: destination) { () throws(ZigguratError) in
                guard destination.isStored(name) else { return }
                try ExportCheck.run(run, at: folder)
            }
        }
        if let path = book.originalPath {
            try check(path, of: book, missing: .original, run)
        }
        run.advice = .updateGallery(destination: parent)
        for file in try SharedScripts(of: destination.path).changed() {
            run.found(.changed, at: destination.folder(of: file))
        }
        let isUnchanged = try destination.whileUnchanged { () throws(ZigguratError) in
            if let page = book.page {
                try check(page, of: book, missing: .pageFile, run)
                let files = FolderFiles(destination.path)
                // The image script is in the bundles of the book's pages, not in the folder of the
                // book.
                for path in PageCheck(files: files).paths
                where path != PageWriter.imageScript && !files.hasFile(path) {
                    run.found(.missing(.pageFile), at: files.place(of: path))
                }
            }
            if isComplete { try checkDocuments(of: book, run) }
        }
        if !isUnchanged { run.note(.destinationInUse, on: destination.path) }
        run.advice = .exportAgain
        for name in try destination.settledLeftovers() {
            run.found(.leftover, at: destination.folder(of: name))
        }
        run.note(
            .book(pages: book.pages.count, faults: run.findingCount - before),
            on: destination.path)
    }

    /// Compares a file that cannot be derived from the exports with its hash.
    private func check(
        _ path: String, of book: StoredBook, missing role: VerificationError.Role,
        _ run: VerificationRun
    ) throws(ZigguratError) {
        let place = destination.folder(of: path)
        guard FileSystem.exists(place) else { return run.found(.missing(role), at: place) }
        if let hash = book.hashes[path], try XXH3.digits(ofFile: place) != hash {
            run.found(.changed, at: place)
        }
    }

    /// Compares the files that are made from the exports with the files on disk. The page is not
    /// compared, because it may come from unknown templates.
    private func checkDocuments(
        of book: StoredBook, _ run: VerificationRun
    ) throws(ZigguratError) {
        let writer = BookWriter(
            destination: destination, pages: PageWriter(), formats: run.options.formats)
        var known = Set(book.pages.map(\.name))
        known.formUnion([
            StoredBook.fileName, BookWriter.page, SharedScripts.folderName,
        ])
        if book.original != nil { known.insert(SourceCopy.folder) }
        for file in try writer.files(of: book).files {
            known.insert(file.path)
            guard ![StoredBook.fileName, BookWriter.page].contains(file.path) else { continue }
            let place = destination.folder(of: file.path)
            guard let bytes = try FileSystem.contents(of: place) else {
                run.found(.missing(.file), at: place)
                continue
            }
            if bytes != file.bytes { run.found(.changed, at: place) }
        }
        for name in try FileSystem.entries(in: destination.path)
        where !known.contains(name) && !name.hasPrefix(".") && !destination.isStored(name) {
            let place = destination.folder(of: name)
            run.found(
                FileSystem.isFolder(place) ? .unexpectedFolder : .unexpectedFile, at: place)
        }
    }
}
