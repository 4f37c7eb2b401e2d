import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratMaintenance
@testable import ZigguratStore

/// Comparisons in a destination are written, listed, replaced, verified and removed.
@Suite struct ComparisonTests {
    private static func publish(_ shop: Workshop) async throws -> Exporter {
        let exporter = shop.exporter([.dzi, .xyz]) { $0.syncs = false }
        for (name, width) in [("before", 60), ("after", 60), ("small", 30)] {
            let image = try await shop.picture("\(name).png", width: width, height: 40)
            try exporter.export(image)
        }
        try exporter.writeGallery()
        return exporter
    }

    private static func request(
        _ exporter: Exporter, _ paths: [String],
        _ change: (inout ComparisonRequest) -> Void = { _ in }
    ) -> ComparisonRequest {
        var request = ComparisonRequest(of: paths.map { "\(exporter.destination)/\($0)" })
        change(&request)
        return request
    }

    @Test func `A comparison is listed, verified, updated and removed`() async throws {
        try await Workshop.with { shop in
            let exporter = try await Self.publish(shop)
            let request = Self.request(exporter, ["before/dzi", "after"])
            let (comparison, _) = try exporter.compare(request)
            try exporter.writeGallery()
            #expect(comparison.name == "before-after")
            #expect(try exporter.comparisons() == [comparison])
            #expect(exporter.names == ["after", "before", "before-after", "small"])
            let gallery = try String(contentsOfFile: exporter.galleryPath, encoding: .utf8)
            #expect(gallery.contains(">2 images<"))
            #expect(gallery.contains(#"href="before-after/index.html""#))
            let list = try String(
                contentsOfFile: "\(exporter.destination)/pictures.js", encoding: .utf8)
            #expect(!list.contains(#""name":"before-after""#))
            #expect(try Verdict(exporter.destination).findings == [])
            #expect(try Verdict(comparison.folder).findings == [])
            // An equal request succeeds again; another request with an equal name is an error.
            _ = try exporter.compare(request)
            let other = Self.request(exporter, ["before/xyz", "after"])
            #expect(
                throws: ZigguratError(ComparisonError.alreadyExists, comparison.folder)
            ) { try exporter.compare(other) }
            var replacing = exporter
            replacing.options.replaces = true
            _ = try replacing.compare(other)
            let text = try String(contentsOfFile: comparison.page, encoding: .utf8)
            #expect(text.contains("../before/xyz/"))
            #expect(text.contains("../after/dzi/"))
            try Self.damage(comparison, exporter)
            #expect(try exporter.remove("before-after") == [comparison.folder])
            #expect(try exporter.comparisons() == [])
        }
    }

    @Test func `A note names a comparison that shows a removed layout or an image of another size`()
        async throws
    {
        try await Workshop.with { shop in
            let exporter = try await Self.publish(shop)
            _ = try exporter.compare(Self.request(exporter, ["before/dzi", "after/dzi"]))
            #expect(try exporter.comparisonNotes() == [])
            var replacing = shop.exporter([.xyz]) { $0.replaces = true }
            replacing.options.syncs = false
            var notes: [ExportNote] = []
            func replace() {
                notes = []
                let batch = ExportBatch([shop.folder["after.png"].path], exporter: replacing)
                let succeeded = batch.run { event in
                    if case .noted(let note) = event { notes.append(note) }
                }
                #expect(succeeded)
            }
            replace()
            #expect(notes == [.damagedComparison("before-after", bundle: "after/dzi")])
            let findings = try Verdict("\(shop.output)/before-after").findings
            #expect(findings.map(\.advice) == [.compareAgain(comparison: "before-after")])
            _ = try replacing.compare(Self.request(exporter, ["before", "after"]))
            replace()
            #expect(notes == [])
            #expect(try Verdict("\(shop.output)/before-after").findings == [])
            // An image of another size does not fit the comparison.
            _ = try await shop.picture("after.png", width: 70, height: 50)
            replace()
            #expect(notes == [.damagedComparison("before-after", bundle: "after/xyz")])
        }
    }

    /// Damages the comparison, and checks the findings of `verify`.
    private static func damage(_ comparison: Exporter.Comparison, _ exporter: Exporter) throws {
        let folder = URL(filePath: comparison.folder)
        let script = folder.appending(path: "viewer/compare.js")
        let old = try Data(contentsOf: script)
        try Data("x".utf8).write(to: script)
        try Data().write(to: folder.appending(path: "extra.txt"))
        let findings = try Verdict(comparison.folder).findings
        #expect(findings.map(\.error.subject) == [script.path, "\(comparison.folder)/extra.txt"])
        #expect(
            findings.compactMap { $0.reason as? VerificationError } == [.changed, .unexpectedFile])
        try old.write(to: script)
        try FileManager.default.removeItem(at: folder.appending(path: "extra.txt"))
        // If an export gets new texts, the page is out of date until the gallery is written.
        var describing = exporter
        describing.options.caption.title = "Another title"
        #expect(describing.describe { _ in })
        #expect(try Verdict(comparison.folder).findings == [])
        let after = "\(exporter.destination)/after"
        try FileManager.default.moveItem(atPath: after, toPath: "\(after)-moved")
        #expect(
            try Verdict(comparison.folder).findings.map(\.error) == [
                ZigguratError(VerificationError.missing(.export), after)
            ])
        try exporter.writeGallery()
        try FileManager.default.moveItem(atPath: "\(after)-moved", toPath: after)
        try exporter.writeGallery()
        #expect(try Verdict(comparison.folder).findings == [])
    }

    @Test func `Images that cannot be compared are rejected`() async throws {
        try await Workshop.with { shop in
            let exporter = try await Self.publish(shop)
            let root = exporter.destination
            let size = PixelSize(width: 60, height: 40)
            let cases: [(ComparisonRequest, ZigguratError)] = [
                (
                    Self.request(exporter, ["before"]),
                    ZigguratError(ComparisonError.tooFew(1, minimum: 2))
                ),
                (
                    Self.request(exporter, Array(repeating: "before", count: 5)),
                    ZigguratError(ComparisonError.tooMany(5, limit: 4))
                ),
                (
                    Self.request(exporter, Array(repeating: "before", count: 101)) {
                        $0.mode = .layers
                    }, ZigguratError(ComparisonError.tooMany(101, limit: 100))
                ),
                (
                    Self.request(exporter, ["before", "after"]) { $0.labels = ["A", "B", "C"] },
                    ZigguratError(ComparisonError.tooManyLabels(3, images: 2))
                ),
                (
                    Self.request(exporter, ["before", "missing"]),
                    ZigguratError(ComparisonError.notAnExport, "\(root)/missing")
                ),
                (
                    Self.request(exporter, ["before", "index.html"]),
                    ZigguratError(ComparisonError.notAnExport, "\(root)/index.html")
                ),
                (
                    Self.request(exporter, ["before", "small"]) { $0.mode = .layers },
                    ZigguratError(
                        ComparisonError.otherSize(PixelSize(width: 30, height: 40), first: size),
                        "\(root)/small")
                ),
                (
                    Self.request(exporter, ["before", "after"]) { $0.name = "small" },
                    ZigguratError(ComparisonError.notAComparison, "\(root)/small")
                ),
                (
                    Self.request(exporter, ["before", "after"]) {
                        $0.registration = "points.csv"
                        $0.mode = .layers
                    }, ZigguratError(ComparisonError.registeredLayers, "points.csv")
                ),
                (
                    Self.request(exporter, ["before", "after"]) {
                        $0.registration = "\(root)/none.csv"
                    }, ZigguratError(RegistrationError.unreadable, "\(root)/none.csv")
                ),
            ]
            for (request, error) in cases {
                #expect(throws: error) { try exporter.compare(request) }
            }
            #expect(try exporter.comparisons() == [])
            // An export outside of the destination would not be published with the page.
            let outside = shop.folder["elsewhere"].path
            try FileManager.default.createDirectory(
                atPath: outside, withIntermediateDirectories: true)
            var elsewhere = exporter
            elsewhere.destination = outside
            let request = Self.request(exporter, ["before", "after"])
            #expect(
                throws: ZigguratError(
                    ComparisonError.outsideDestination(outside), "\(root)/before")
            ) { try elsewhere.compare(request) }
        }
    }
}
