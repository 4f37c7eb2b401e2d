import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Many images in one run, each exported independently.
@Suite struct ExportBatchTests {
    /// An event in a few words.
    private func words(_ event: ExportBatch.Event, _ folder: String) -> String? {
        let text: String? =
            switch event {
            case .started(let plan, let number, let count):
                "start \(plan.name) \(number)/\(count)"
            case .progressed: nil
            case .finished(let result, _): "\(result.outcome.rawValue) \(result.manifest.name)"
            case .failed(let error): "failed \(error.subject): \(error.reason)"
            case .noted(let note): "noted \(note)"
            case .bound(let book): "bound \(book.name)"
            case .encodedBand(let number, _, let plan, _): "band \(number) of \(plan.name)"
            case .collected(let entries): "collected \(entries.map(\.name).joined())"
            }
        return text?.replacing(folder + "/", with: "")
    }

    private func run(
        _ images: [String], naming: ExportNaming = ExportNaming(), in shop: Workshop
    ) -> (isComplete: Bool, events: [String]) {
        var events: [String] = []
        var exporter = shop.exporter()
        exporter.naming = naming
        let isComplete = ExportBatch(
            images.map { "\(shop.folder.path)/\($0)" }, exporter: exporter
        ).run { event in
            if let text = words(event, shop.folder.path) { events.append(text) }
        }
        return (isComplete, events)
    }

    @Test func aFolderMeansEveryImageInIt() async throws {
        try await Workshop.with { shop in
            for name in ["b.jpg", "a.png", "c", ".hidden.jpg", "deep/d.jpg"] {
                let bytes = try await DrawnImages.shared.file(
                    name.hasSuffix("png") ? "png" : "jpg", width: 60, height: 40)
                try shop.folder.write(bytes, to: "scans/\(name)")
            }
            try shop.folder.write("no image", to: "scans/notes.txt")
            try shop.folder.write("1,2", to: "scans/table.csv")
            let (isComplete, events) = run(["scans"], in: shop)
            #expect(isComplete)
            #expect(
                events == [
                    "noted \(ExportNote.skippedFiles(folder: "scans", notImages: 2, special: 0))",
                    "start a 1/3", "exported a", "start b 2/3", "exported b", "start c 3/3",
                    "exported c",
                ])
            #expect(shop.outputNames() == ["a", "b", "c", "index.html", "pictures.js"])
            #expect(run(["scans/", "scans/./b.jpg"], in: shop).events.count == 7)
        }
    }

    @Test func whatFailsStopsNoOther() async throws {
        try await Workshop.with { shop in
            for name in ["a.jpg", "z.jpg"] {
                _ = try await shop.picture(name, width: 60, height: 40)
            }
            try shop.folder.write("no image", to: "text.jpg")
            try shop.folder.write("", to: "empty.jpg")
            try FileManager.default.createDirectory(
                at: shop.folder["nothing"], withIntermediateDirectories: false)
            let (isComplete, events) = run(
                ["a.jpg", "gone.jpg", "nothing", "text.jpg", "empty.jpg", "z.jpg"], in: shop)
            #expect(!isComplete)
            #expect(
                events == [
                    "failed nothing: \(BatchError.noImages)",
                    "start a 1/5", "exported a",
                    "failed gone.jpg: \(SourceError.notFound)",
                    "failed text.jpg: \(SourceError.unknownFormat)",
                    "failed empty.jpg: \(SourceError.empty)",
                    "start z 5/5", "exported z",
                ])
            #expect(shop.outputNames() == ["a", "index.html", "pictures.js", "z"])
        }
    }

    @Test func whatClashesIsNotExported() async throws {
        try await Workshop.with { shop in
            for name in ["one/a.jpg", "two/a.jpg", "two/b.jpg", "b.png", "c.jpg"] {
                _ = try await shop.picture(name, width: 60, height: 40)
            }
            let all = ["one/a.jpg", "c.jpg", "two", "b.png"]
            let (isComplete, events) = run(all, in: shop)
            #expect(!isComplete)
            #expect(
                events == [
                    "failed one/a.jpg and two/a.jpg: "
                        + "\(ExportNamingError.clash("a", count: 2, template: "{parent}-{stem}"))",
                    "failed two/b.jpg and b.png: "
                        + "\(ExportNamingError.clash("b", count: 2, template: "{stem}-{ext}"))",
                    "start c 1/1", "exported c",
                ])
            #expect(shop.outputNames() == ["c", "index.html", "pictures.js"])

            let naming = try ExportNaming("{parent}-{stem}-{ext}-{number}")
            #expect(run(all, naming: naming, in: shop).isComplete)
            #expect(
                shop.outputNames().filter { $0.hasSuffix("1") || $0.hasSuffix("3") }
                    == ["one-a-jpg-1", "two-a-jpg-3"])
        }
    }

    @Test func theSameFileTwiceIsOneExport() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("a.jpg", width: 60, height: 40)
            let (isComplete, events) = run(["a.jpg", "a.jpg", "./a.jpg", ".//a.jpg"], in: shop)
            #expect(isComplete)
            #expect(events == ["start a 1/1", "exported a"])
        }
    }

    /// Two spellings of equal letters are two files, and the clash must be reported.
    @Test func spellingsThatLookAlikeClash() async throws {
        try await Workshop.with { shop in
            for name in ["in/\u{E9}.jpg", "in/e\u{301}.jpg"] {
                _ = try await shop.picture(name, width: 60, height: 40)
            }
            let (isComplete, events) = run(["in"], in: shop)
            #expect(!isComplete && events.count == 1)
            let clash = ExportNamingError.clash("\u{E9}", count: 2, template: "")
            #expect(events[0].hasSuffix("\(clash)"))
        }
    }

    @Test func aNameThatIsNotTextIsAnError() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("in/a.jpg", width: 60, height: 40)
            try await Shell.run(
                "python3",
                ["-c", #"import shutil; shutil.copy("a.jpg", b"b\xff.jpg")"#],
                in: shop.folder["in"]
            ).orThrow()
            let (isComplete, events) = run(["in"], in: shop)
            #expect(!isComplete)
            #expect(
                events == [
                    "failed in/b\u{FFFD}.jpg: \(BatchError.nameNotUTF8)",
                    "start a 1/1", "exported a",
                ])
        }
    }

    @Test func whatIsUpToDateCountsAsThere() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("a.jpg", width: 60, height: 40)
            #expect(run(["a.jpg"], in: shop).isComplete)
            try FileManager.default.removeItem(at: shop.folder["Output/index.html"])
            let (isComplete, events) = run(["a.jpg"], in: shop)
            #expect(isComplete)
            #expect(events == ["start a 1/1", "upToDate a"])
            #expect(shop.outputNames() == ["a", "index.html", "pictures.js"])
        }
    }

    @Test func cancelEndsTheRun() async throws {
        try await Workshop.with { shop in
            for name in ["a.jpg", "b.jpg", "c.jpg"] {
                _ = try await shop.picture(name, width: 60, height: 40)
            }
            let cancellation = Cancellation()
            var events: [String] = []
            var exporter = shop.exporter()
            // Two images are exported at a time, and the first finished image cancels the run.
            exporter.options.threadCount = 2
            let isComplete = ExportBatch([shop.folder.path], exporter: exporter).run(
                cancellation: cancellation
            ) { event in
                if let text = words(event, shop.folder.path) { events.append(text) }
                if case .finished = event { cancellation.cancel() }
            }
            #expect(!isComplete)
            #expect(
                events == [
                    "start a 1/3", "exported a", "start b 2/3", "exported b",
                    "failed c.jpg: \(Cancelled())",
                ])
            // The gallery lists the finished exports.
            #expect(shop.outputNames() == ["a", "b", "index.html", "pictures.js"])
            let list = try String(contentsOf: shop.folder["Output/pictures.js"], encoding: .utf8)
            #expect(list.contains("b/dzi/index.html"))
        }
    }

    @Test(arguments: [1, 2, 5])
    func imagesSideBySideAreToldInOrder(_ threadCount: Int) async throws {
        try await Workshop.with { shop in
            let names = (10..<50).map { "p\($0)" }
            for name in names {
                _ = try await shop.picture("in/\(name).jpg", width: 60, height: 40)
            }
            // One file in the middle is not an image, and one image is large and uses every thread.
            try shop.folder.write("no image", to: "in/p20.jpg")
            _ = try await shop.picture("in/p30.jpg", width: 4000, height: 2100)
            var exporter = shop.exporter()
            exporter.options.threadCount = threadCount
            var events: [String] = []
            let isComplete = ExportBatch(["\(shop.folder.path)/in"], exporter: exporter).run {
                if let text = words($0, shop.folder.path) { events.append(text) }
            }
            #expect(!isComplete)
            let expected = names.enumerated().flatMap { index, name in
                name == "p20"
                    ? [
                        "failed in/p20.jpg: \(SourceError.unknownFormat)"
                    ] : ["start \(name) \(index + 1)/40", "exported \(name)"]
            }
            #expect(events == expected)
            let there = names.filter { $0 != "p20" }
            #expect(shop.outputNames() == ["index.html"] + there + ["pictures.js"])
        }
    }

    @Test func plansAreThoseOfTheRun() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("in/a.jpg", width: 60, height: 40)
            _ = try await shop.picture("in/b.jpg", width: 60, height: 40)
            _ = try await shop.picture("b.png", width: 60, height: 40)
            let paths = ["in", "b.png", "gone.jpg"].map { "\(shop.folder.path)/\($0)" }
            let plans = ExportBatch(paths, exporter: shop.exporter()).plans()
            let words = plans.map { plan in
                switch plan {
                case .success(let plan): plan.name
                case .failure(let error): error.code.rawValue
                }
            }
            #expect(words == ["nameClash", "a", "unreadableSource"])
            #expect(shop.outputNames() == [])
        }
    }
}
