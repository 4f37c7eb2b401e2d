import Foundation
import TestSupport
import ZigguratKit

@testable import ZigguratExport
@testable import ZigguratStore

/// A book of three small images with a table of metadata.
enum BookSample {
    static let base = "https://example.org/m"

    static let list = """
        file,title,label,section,creator,Technique
        album,The album,,,N. N.,Ink
        a,,i,Front,,
        b,A wheel,1,Part > One,,Oil
        c,,2,Part > Two,,

        """

    /// Three small images in a folder.
    static func draw(_ shop: Workshop, _ names: [String] = ["a", "b", "c"]) async throws {
        for name in names {
            _ = try await shop.picture("album/\(name).png", width: 60, height: 40)
        }
    }

    static func exporter(_ shop: Workshop, list: String? = nil) throws -> Exporter {
        var exporter = shop.exporter([.iiif3]) {
            $0.baseURL = base
            $0.syncs = false
        }
        if let list {
            exporter.records = try ImageRecords(
                try shop.folder.write(list, to: "list.csv").path)
        }
        return exporter
    }

    @discardableResult
    static func export(
        _ images: [String] = ["album"], with exporter: Exporter, _ shop: Workshop,
        books: ExportBatch.Books = .all
    ) -> (isComplete: Bool, books: [Exporter.Book], failures: [ZigguratError], notes: [ExportNote])
    {
        var (made, failures, notes) = ([Exporter.Book](), [ZigguratError](), [ExportNote]())
        let paths = images.map { shop.folder[$0].path }
        let isComplete = ExportBatch(paths, exporter: exporter, books: books).run { event in
            switch event {
            case .bound(let book): made.append(book)
            case .failed(let error): failures.append(error)
            case .noted(let note): notes.append(note)
            default: break
            }
        }
        return (isComplete, made, failures, notes)
    }

    static func document(_ shop: Workshop, _ path: String) throws -> JSONValue {
        try JSONDecoder().decode(
            JSONValue.self, from: Data(contentsOf: shop.folder["Output/\(path)"]))
    }

    static func text(_ shop: Workshop, _ path: String) throws -> String {
        try String(contentsOf: shop.folder["Output/\(path)"], encoding: .utf8)
    }
}
