import Foundation
import TestSupport
import Testing
import ZigguratKit
import ZigguratSystem

@testable import ExportTestSupport

@Suite("Leftovers of killed processes")
struct LeftoverTests {
    /// Whether the gallery lists an export.
    private static func isListed(_ name: String, in shop: Workshop) throws -> Bool {
        try String(contentsOfFile: "\(shop.output)/index.html", encoding: .utf8)
            .contains("\"\(name)/")
    }

    private static func exported(_ names: [String], in shop: Workshop) async throws {
        for name in names { _ = try await shop.picture("\(name).jpg", width: 300, height: 200) }
        try await shop.run(["export"] + names.map { "\($0).jpg" }).orThrow()
        #expect(try isListed("photo", in: shop))
    }

    @Test("A removal that was killed is completed by a repeat run", arguments: [false, true])
    func removalAfterMove(isPartlyDeleted: Bool) async throws {
        try await Workshop.with { shop in
            try await Self.exported(["photo", "other"], in: shop)
            let hidden = "\(shop.output)/.ziggurat-77/.removed"
            try FileSystem.makeFolders(hidden)
            try FileSystem.move("\(shop.output)/photo", to: "\(hidden)/photo")
            if isPartlyDeleted { try FileSystem.remove("\(hidden)/photo/ziggurat.json") }
            let result = try await shop.run(["remove", "photo"]).orThrow()
            #expect(result.output == "Output/photo: removed\n")
            #expect(try !Self.isListed("photo", in: shop) && Self.isListed("other", in: shop))
            #expect(!shop.outputNames().contains { $0.hasPrefix(".") })
        }
    }

    @Test("A removal that was killed before the gallery was written is completed")
    func removalBeforeGallery() async throws {
        try await Workshop.with { shop in
            try await Self.exported(["photo", "other"], in: shop)
            try FileSystem.remove("\(shop.output)/photo")
            let result = try await shop.run(["remove", "photo"])
            #expect(result.status == 1 && result.errors.contains("no such export"))
            #expect(try !Self.isListed("photo", in: shop))
        }
    }

    @Test("A name that does not exist changes nothing in a folder without a gallery")
    func unknownName() async throws {
        try await Workshop.with { shop in
            try FileSystem.makeFolders(shop.output)
            #expect(try await shop.run(["remove", "photo"]).status == 1)
            #expect(shop.outputNames() == [])
        }
    }

    @Test(
        "Commands remove drafts and hidden folders without a process",
        arguments: [
            ["export", "photo.jpg", "--shared-assets"], ["gallery", "Output"], ["remove", "other"],
            ["repack", "Output/other", "-o", "Output", "--name", "again"],
        ])
    func drafts(words: [String]) async throws {
        try await Workshop.with { shop in
            try await Self.exported(["photo", "other"], in: shop)
            try FileSystem.makeFolders("\(shop.output)/.ziggurat-12ab/dzi")
            var drafts = ["\(shop.output)/.ziggurat-draft-1-index.html"]
            if words.contains("--shared-assets") {
                try await shop.run(["export", "photo.jpg", "--shared-assets"]).orThrow()
                try FileSystem.makeFolders("\(shop.output)/.ziggurat-12ab/dzi")
                drafts.append("\(shop.output)/viewer/.ziggurat-draft-1-page.js")
            }
            for draft in drafts { try Data("x".utf8).write(to: URL(filePath: draft)) }
            try await shop.run(words).orThrow()
            for draft in drafts { #expect(!FileSystem.exists(draft), "\(draft)") }
            #expect(!shop.outputNames().contains { $0.hasPrefix(".") })
        }
    }

    /// The file system cannot exchange folders. In run n, all renames from the n-th on fail.
    @Test("An export that cannot be replaced stays in place, or the error names its path")
    func failedExchange() async throws {
        try await Workshop.with { shop in
            try await Self.exported(["photo"], in: shop)
            let place = "\(shop.output)/photo"
            var moved = 0
            for number in 1... {
                let result = try await Shell.run(
                    "strace",
                    [
                        "-f", "-qq", "-o", "/dev/null", "-e", "trace=rename,renameat2",
                        "-e", "inject=renameat2:error=EINVAL",
                        "-e", "inject=rename:error=EIO:when=\(number)+",
                        ZigguratBinary.url().path, "export", "photo.jpg", "-q", "\(50 + number)",
                        "-o", shop.output,
                    ], in: shop.folder.url)
                if result.status == 0 { break }
                #expect(result.status == 1)
                if !FileSystem.exists(place) {
                    moved += 1
                    let hidden = try #require(
                        shop.outputNames().first {
                            FileSystem.exists("\(shop.output)/\($0)/old")
                        })
                    #expect(result.errors.contains("\(hidden)/old"), "\(result.errors)")
                    try shop.exporter().clearLeftovers()
                }
                #expect(try Verdict(place).findings == [], "from rename \(number) on")
            }
            #expect(moved > 0)
        }
    }
}
