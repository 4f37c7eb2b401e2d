internal import Glibc
internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSources
package import ZigguratStore
public import ZigguratSystem

/// The images of a batch, and their plans.
extension ExportBatch {
    public func plans() -> [Result<ExportPlan, ZigguratError>] {
        plans(of: list()) { plan, _ in plan }
    }

    /// Returns the plans of all images, the changes that each export would make in the destination,
    /// and notes on folders.
    package func plansAndNotes() -> (
        plans: [Result<PlannedExport, ZigguratError>], notes: [ExportNote]
    ) {
        let list = list()
        let plans = plans(of: list) { plan, exporter throws(ZigguratError) in
            try exporter.changes(by: plan)
        }
        return (plans, list.notes)
    }

    private func plans<Planned>(
        of list: BatchList,
        _ finish: (ExportPlan, Exporter) throws(ZigguratError) -> Planned
    ) -> [Result<Planned, ZigguratError>] {
        let pages = list.books.map(exporter.pagesExporter)
        return list.failures.map { .failure($0) }
            + list.entries.map { entry in
                Result { () throws(ZigguratError) in
                    let exporter = entry.book.map { pages[$0] } ?? exporter
                    return try finish(try entry.plan(with: exporter), exporter)
                }
            }
    }

    package func list() -> BatchList {
        if let planned { return planned }
        let isolation = exporter.options.trust.isolation
        return BatchList(
            of: images, to: exporter.destination, naming: exporter.naming, selection: selection,
            only: only,
            pageCount: everyPage || books != .none ? { header(of: $0)?.pages ?? 1 } : nil,
            makesBooks: books,
            contents: { DocumentContents(of: $0, trust: exporter.options.trust) },
            isDocument: { header(of: $0)?.format == Self.documentFormat },
            associatedImages: everyAssociatedImage
                ? { header(of: $0)?.associatedImages ?? [] } : nil, records: exporter.records,
            recognise: { SourceImage.thatLookLikeImages($0, isolation) })
    }

    /// The format of documents, whose files usually have several pages.
    private static let documentFormat = "pdf"

    /// Returns the header of a file; returns `nil` if the header is unreadable, because the export
    /// of the file reports the error.
    private func header(of path: String) -> SourceHeader? {
        var request = exporter.options.source
        request.page = nil
        request.crop = nil
        let trust = exporter.options.trust
        return try? SourceImage(path: path, request: request, trust: trust).header
    }
}

extension ExportBatch {
    /// The files in a folder that are exported. Hidden files, hidden folders, and folders of
    /// Ziggurat are never searched.
    public struct Selection: Hashable, Sendable {
        /// Whether subfolders are searched, too. Links to folders are not followed.
        public var isRecursive = false
        /// Patterns of the files to export; empty for every image.
        ///
        /// `*` matches any characters, `?` matches one character, and `[a-z]` matches one character
        /// of a set. Case is ignored. A pattern without a slash is compared with the name of a
        /// file. A pattern with a slash is compared with the file's path in the folder; in this
        /// case `*` also matches slashes.
        public var included: [String] = []
        /// Patterns of the files and folders to skip.
        public var excluded: [String] = []

        public init(
            isRecursive: Bool = false, included: [String] = [], excluded: [String] = []
        ) {
            (self.isRecursive, self.included, self.excluded) = (isRecursive, included, excluded)
        }

        /// - Parameter path: the path relative to the searched folder.
        func takes(_ path: String) -> Bool {
            (included.isEmpty || Self.matches(path, included)) && !skips(path)
        }

        /// Whether a file is skipped, or a folder with all of its files.
        func skips(_ path: String) -> Bool { Self.matches(path, excluded) }

        private static func matches(_ path: String, _ patterns: [String]) -> Bool {
            let name = Path.name(of: path)
            return patterns.contains { pattern in
                let hasSlash = pattern.utf8.contains(UInt8(ascii: "/"))
                // `1 << 4` is FNM_CASEFOLD, a GNU extension. `unsafe`: Swift keeps both C strings
                // until the call returns.
                return unsafe fnmatch(pattern, hasSlash ? path : name, 1 << 4) == 0
            }
        }
    }
}
