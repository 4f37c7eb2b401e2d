import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// `sitemap.xml` of a destination. libxml2 checks it against a schema, and each of its addresses
/// must lead to a file.
@Suite struct SitemapTests {
    private static let base = "https://example.org/a%20b"
    private static let schema = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Schemas/sitemap.xsd").path

    private static func isValid(_ file: String) async throws -> Bool {
        try await Shell.run(
            "xmllint", ["--nonet", "--noout", "--schema", schema, file]
        ).status == 0
    }

    private static func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    /// Two images with their gallery; one is an archive in a folder of the destination.
    private static func publish(_ shop: Workshop, base: String? = base) async throws {
        let first = try await shop.picture("a & b.jpg", width: 1300, height: 900)
        let second = try await shop.picture("c.jpg")
        try shop.exporter([.xyz, .dzi]) { ($0.baseURL, $0.replaces) = (base, true) }.export(first)
        var exporter = shop.exporter([.xyz]) {
            ($0.baseURL, $0.replaces, $0.container) = (base, true, .pmtiles)
        }
        exporter.naming = try ExportNaming("d/{stem}")
        try exporter.export(second)
        try exporter.writeGallery()
    }

    /// The addresses in a file that lead to no file of the destination.
    private static func deadAddresses(in sitemap: String, of output: String) -> [String] {
        sitemap.matches(of: /<(?:image:)?loc>([^<]*)</).map {
            String($0.output.1).replacing("&amp;", with: "&")
        }.filter { address in
            guard address.hasPrefix("\(base)/"),
                let path = address.dropFirst(base.count).removingPercentEncoding
            else { return true }
            let file = path.hasSuffix("/") ? "\(path)index.html" : path
            return !FileManager.default.fileExists(atPath: output + file)
        }
    }

    @Test("A sitemap is valid and lists the pages of all images")
    func addresses() async throws {
        try await Workshop.with { shop in
            try await Self.publish(shop)
            let place = "\(shop.output)/sitemap.xml"
            let sitemap = try Self.text(place)
            #expect(try await Self.isValid(place))
            #expect(Self.deadAddresses(in: sitemap, of: shop.output) == [])
            let pages = ["", "a%20%26%20b/xyz/", "d/c/pmtiles/"]
            #expect(
                sitemap.matches(of: /<loc>([^<]*)</).map { String($0.output.1) }
                    == pages.map { "\(Self.base)/\($0)" })
            #expect(sitemap.contains("<image:loc>\(Self.base)/a%20%26%20b/card.jpg<"))
            // Each page has its address in the sitemap as its canonical address.
            for (path, page) in [
                ("index.html", pages[0]), ("a & b/xyz/index.html", pages[1]),
                ("a & b/dzi/index.html", pages[1]), ("d/c/pmtiles/index.html", pages[2]),
            ] {
                #expect(
                    try Self.text("\(shop.output)/\(path)")
                        .contains("rel=\"canonical\" href=\"\(Self.base)/\(page)\""), "\(path)")
            }
            #expect(try Verdict(shop.output).findings == [])
            // Negative controls: a missing address, a wrong address, and an address without a file.
            for (old, new) in [
                ("<loc>\(Self.base)/</loc>", ""), (pages[1], ""), ("https:", "gopher:"),
            ] {
                let file = try shop.folder.write(
                    sitemap.replacing(old, with: new), to: "wrong.xml")
                #expect(try await !Self.isValid(file.path), "\(old)")
            }
            let moved = sitemap.replacing("pmtiles/<", with: "zip/<")
            #expect(Self.deadAddresses(in: moved, of: shop.output).count == 1)
        }
    }

    @Test("A changed or missing sitemap is found, and written again")
    func damage() async throws {
        try await Workshop.with { shop in
            try await Self.publish(shop)
            let place = "\(shop.output)/sitemap.xml"
            try Data(try Self.text(place).replacing("/xyz/", with: "/dzi/").utf8)
                .write(to: URL(filePath: place))
            #expect(try Verdict(shop.output).findings.map(\.kind) == [.checksum])
            try FileManager.default.removeItem(atPath: place)
            #expect(try Verdict(shop.output).findings.map(\.kind) == [.missingFile])
            try shop.exporter().writeGallery()
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test("Without a base address no sitemap is written, and other programs' sitemaps stay")
    func otherFiles() async throws {
        try await Workshop.with { shop in
            try await Self.publish(shop)
            try await Self.publish(shop, base: nil)
            #expect(!shop.outputNames().contains("sitemap.xml"))
            let file = try shop.folder.write("<urlset/>", to: "Output/sitemap.xml")
            try await Self.publish(shop)
            #expect(try Self.text(file.path) == "<urlset/>")
            #expect(try Verdict(shop.output).findings == [])
        }
    }
}
