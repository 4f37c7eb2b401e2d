import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Whole images of other widths, and the HTML element that names the images.
@Suite struct SizesTests {
    private func export(
        _ widths: [Int], in shop: Workshop, change: (inout Exporter.Options) -> Void = { _ in }
    ) async throws -> ExportResult {
        let image = try await shop.picture(width: 1000, height: 700)
        return try shop.exporter { options in
            options.sizes = widths
            change(&options)
        }.export(image)
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    @Test func filesManifestAndElement() async throws {
        try await Workshop.with { shop in
            let result = try await export([400, 100, 400, 1600], in: shop)
            let sizes = try #require(result.manifest.sizes)
            #expect(sizes.map(\.path) == ["photo-width100.jpg", "photo-width400.jpg"])
            #expect(sizes.map(\.width) == [100, 400] && sizes.map(\.height) == [70, 280])
            #expect(result.manifest.srcset == "srcset.html")
            #expect(
                result.notes == [
                    .sizesLeftOut([1600], image: PixelSize(width: 1000, height: 700), limit: nil)
                ])
            #expect(
                try text("\(result.folder)/srcset.html") == """
                    <img src="photo-width400.jpg" srcset="photo-width100.jpg 100w, photo-width400.jpg 400w" \
                    sizes="100vw" width="400" height="280" alt="photo"/>

                    """)
            #expect(try Verdict(shop.output).findings == [])
            let image = shop.folder["photo.jpg"].path
            let again = { (widths: [Int], replaces: Bool) throws in
                try shop.exporter { ($0.sizes, $0.replaces) = (widths, replaces) }
                    .export(image).outcome
            }
            #expect(try again([100, 400, 1600], false) == .upToDate)
            #expect(try again([100], false) == .upToDate)
            #expect(try again([100], true) == .exported)
            #expect(try again([], true) == .exported)
            #expect(try shop.folder.files(under: "Output/photo").contains("srcset.html") == false)
        }
    }

    @Test func addressesAndTitles() async throws {
        try await Workshop.with { shop in
            let result = try await export([50], in: shop) { options in
                options.baseURL = "https://example.org/a b"
                options.caption.title = "Tower & \"gate\" <1>"
                options.fixity = .bag
            }
            #expect(result.manifest.sizes?.map(\.path) == ["data/photo-width50.jpg"])
            let address = "https://example.org/a%20b/photo/data/photo-width50.jpg"
            #expect(
                try text("\(result.folder)/data/srcset.html") == """
                    <img src="\(address)" srcset="\(address) 50w" sizes="100vw" width="50" height="35" \
                    alt="Tower &amp; &quot;gate&quot; &lt;1&gt;"/>

                    """)
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    /// Widths that exceed the image, or that make an image too tall.
    @Test(arguments: [
        (
            300, 200, [301, 400], 0,
            ExportNote.sizesLeftOut(
                [301, 400], image: PixelSize(width: 300, height: 200), limit: nil)
        ),
        (
            3, 65_501, [2, 3], 1,
            ExportNote.sizesLeftOut([3], image: PixelSize(width: 3, height: 65_501), limit: 65_500)
        ),
        (3000, 1, [7], 1, nil),
    ])
    func leftOut(
        _ width: Int, _ height: Int, widths: [Int], count: Int, note: ExportNote?
    ) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("photo.png", width: width, height: height)
            let result = try shop.exporter([.xyz]) { $0.sizes = widths }.export(image)
            #expect(result.manifest.sizes?.count ?? 0 == count)
            #expect(result.notes == [note].compactMap { $0 })
            #expect(try Verdict(shop.output).findings == [])
        }
    }

    @Test func damage() async throws {
        try await Workshop.with { shop in
            let result = try await export([100, 200, 300], in: shop)
            let files = FileManager.default
            let path = { (width: Int) in "\(result.folder)/photo-width\(width).jpg" }
            try files.removeItem(atPath: path(100))
            try files.removeItem(atPath: path(200))
            try files.copyItem(atPath: path(300), toPath: path(200))
            try files.removeItem(atPath: "\(result.folder)/srcset.html")
            let findings = try Verdict(shop.output).findings
            #expect(
                findings.map { "\($0.kind) \($0.place.split(separator: "/").last ?? "")" } == [
                    "missingFile photo-width100.jpg", "wrongSize photo-width200.jpg",
                    "missingFile srcset.html",
                ])
        }
    }
}
