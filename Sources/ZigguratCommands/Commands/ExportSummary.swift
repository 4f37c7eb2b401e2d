internal import ZigguratKit

/// The figures of an export run, and the page to open.
struct ExportSummary {
    /// The images that the run consists of, as far as it knows.
    var imageCount = 1
    var failed = 0
    private var exported = 0
    private var upToDate = 0
    /// Whether the run goes on until it is ended.
    var isOpenEnded = false
    /// The page of the only export.
    private var pageOfOnly: String?
    private var books: [Exporter.Book] = []
    private var pagesInBooks = 0

    /// Whether the run has several images.
    var isOfBatch: Bool { isOpenEnded || max(imageCount, exported + upToDate + failed) > 1 }

    mutating func add(_ result: ExportResult) {
        switch result.outcome {
        case .exported, .described: exported += 1
        case .upToDate: upToDate += 1
        }
        let (manifest, kept) = (result.manifest, result.bundles?.kept ?? [])
        let new = manifest.bundles.filter { !kept.contains(manifest.title(of: $0)) }
        let page = (new + manifest.bundles).lazy.compactMap(\.page).first
        pageOfOnly = page.map { "\(result.folder)/\($0)" }
    }

    /// The page of the export, or the gallery if there are several; `nil` without a page.
    func page(gallery: String?) -> String? {
        if books.count == 1, let page = books[0].page, exported + upToDate <= pagesInBooks {
            return page
        }
        return switch exported + upToDate {
        case 0: nil
        case 1: pageOfOnly ?? gallery
        default: gallery
        }
    }

    mutating func add(_ book: Exporter.Book) {
        books.append(book)
        pagesInBooks += book.pages
    }

    /// `1 exported, 10,000 up to date, 0 failed, 12.3 s`
    func text(_ seconds: Double) -> String {
        let time = seconds < 60 ? "\(Amount.short(seconds)) s" : Amount.duration(seconds)
        return "\(Amount.count(exported)) exported, \(Amount.count(upToDate)) up to date, "
            + "\(Amount.count(failed)) failed, \(time)"
    }

    func document(_ seconds: Double) -> JSONObject {
        ["exported": exported, "upToDate": upToDate, "failed": failed, "seconds": seconds]
    }
}
