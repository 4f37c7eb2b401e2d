import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratStore

/// A new book appears when it is complete.
@Suite struct BookAppearanceTests {
    private static let names = ["a", "b", "c", "d", "e"]

    private static func exporter(_ shop: Workshop) throws -> Exporter {
        var exporter = try BookSample.exporter(shop)
        exporter.options.threadCount = 1
        return exporter
    }

    private static func run(
        _ exporter: Exporter, _ shop: Workshop, _ cancellation: Cancellation = Cancellation(),
        afterFirstPage body: () -> Void = {}
    ) -> (isComplete: Bool, pages: [ExportResult], books: [Exporter.Book]) {
        var (pages, books) = ([ExportResult](), [Exporter.Book]())
        let batch = ExportBatch([shop.folder["album"].path], exporter: exporter, books: .all)
        let isComplete = batch.run(cancellation: cancellation) { event in
            switch event {
            case .finished(let result, _):
                pages.append(result)
                if pages.count == 1 { body() }
            case .bound(let book): books.append(book)
            default: break
            }
        }
        return (isComplete, pages, books)
    }

    @Test func `A cancelled book stays hidden, and the next run continues`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop, Self.names)
            let exporter = try Self.exporter(shop)
            let cancellation = Cancellation()
            var wasVisible = true
            let first = Self.run(exporter, shop, cancellation) {
                wasVisible = FileSystem.exists("\(shop.output)/album")
                cancellation.cancel()
            }
            #expect(!wasVisible && !first.isComplete && first.books.isEmpty)
            #expect(first.pages.first?.folder == "\(shop.output)/album/a")
            #expect(shop.outputNames().allSatisfy { $0.hasPrefix(".ziggurat-") })
            #expect(try Destination(shop.output).leftovers().count == 1)
            let second = Self.run(exporter, shop)
            #expect(second.isComplete && second.books.map(\.pages) == [5])
            let outcomes = second.pages.map(\.outcome)
            #expect(outcomes.filter { $0 == .upToDate }.count == first.pages.count)
            #expect(try Verdict(shop.output).findings == [])
            #expect(!shop.outputNames().contains { $0.hasPrefix(".") })
            // The files equal the files of an uninterrupted run.
            let continued = try InterruptedRun.contents("\(shop.output)/album")
            try exporter.remove("album")
            #expect(Self.run(exporter, shop).isComplete)
            #expect(try InterruptedRun.contents("\(shop.output)/album") == continued)
        }
    }

    @Test func `The pages of an interrupted book can be removed`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop, Self.names)
            let exporter = try Self.exporter(shop)
            let cancellation = Cancellation()
            _ = Self.run(exporter, shop, cancellation) { cancellation.cancel() }
            try exporter.remove("album")
            #expect(shop.outputNames() == [])
        }
    }

    @Test func `A book that another run completes first is brought up to date`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop, Self.names)
            let exporter = try Self.exporter(shop)
            var other = exporter
            other.options.caption.title = "Another title"
            var isOtherComplete = false
            let run = Self.run(exporter, shop) {
                isOtherComplete = Self.run(other, shop).isComplete
            }
            #expect(isOtherComplete && run.isComplete && run.books.map(\.pages) == [5])
            let book = try #require(try StoredBook.read(from: "\(shop.output)/album"))
            #expect(book.caption.title == "Another title" && book.pages.count == 5)
            #expect(try Verdict(shop.output).findings == [])
            #expect(!shop.outputNames().contains { $0.hasPrefix(".") })
        }
    }

    @Test func `A book that is removed during an update is written completely`() async throws {
        try await Workshop.with { shop in
            try await BookSample.draw(shop, Self.names)
            let exporter = try Self.exporter(shop)
            #expect(Self.run(exporter, shop).isComplete)
            var forced = exporter
            forced.options.isForced = true
            let run = Self.run(forced, shop) { _ = try? exporter.remove("album") }
            #expect(run.isComplete && run.books.map(\.pages) == [5])
            #expect(try Verdict(shop.output).findings == [])
            #expect(!shop.outputNames().contains { $0.hasPrefix(".") })
        }
    }

    @Test(arguments: ["", "/album/a"])
    func `The folder of a killed run is removed when the book is in place`(content: String)
        async throws
    {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            let exporter = try Self.exporter(shop)
            #expect(Self.run(exporter, shop).isComplete)
            let hidden = "\(shop.output)/.ziggurat-12ab"
            try FileSystem.makeFolders(hidden + content)
            try shop.folder.write("album", to: "Output/.ziggurat-12ab/.book")
            #expect(Self.run(exporter, shop).isComplete)
            #expect(!FileSystem.exists(hidden))
        }
    }

    @Test(arguments: [true, false])
    func `The next run removes the leftovers of a killed run from a book`(isExport: Bool)
        async throws
    {
        try await Workshop.with { shop in
            try await BookSample.draw(shop)
            let exporter = try Self.exporter(shop)
            let hidden = "\(shop.output)/album/.ziggurat-12ab"
            #expect(Self.run(exporter, shop).isComplete)
            try FileSystem.makeFolders("\(hidden)/a")
            #expect(try Verdict(shop.output).findings.map(\.place) == [hidden])
            if isExport {
                #expect(Self.run(exporter, shop).isComplete)
            } else {
                try exporter.updateBooks()
            }
            #expect(!FileSystem.exists(hidden))
            #expect(try Verdict(shop.output).findings == [])
        }
    }
}
