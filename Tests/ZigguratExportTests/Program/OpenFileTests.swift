import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Nothing stays open behind an export. Counted in a process of its own: others open and close
/// files here.
@Suite struct OpenFileTests {
    /// The highest descriptor that a program sees after a run of many exports is that of a run of
    /// one.
    @Test func manyExportsNeedNoMoreDescriptorsThanOne() async throws {
        try await Workshop.with { shop in
            var names: [String] = []
            for number in 0..<50 {
                _ = try await shop.picture("p\(number).png", width: 60, height: 40)
                names.append("p\(number).png")
            }
            try shop.folder.write("no picture", to: "broken.jpg")
            // With so few, one that stays open for each export is too many.
            let result = try await Shell.run(
                "sh",
                [
                    "-c",
                    #"ulimit -n 32; exec "$0" export --layout dzi,xyz,iiif3 --base-url https://example.org "$@""#,
                    ZigguratBinary.url().path,
                ] + names, in: shop.folder.url)
            #expect(result.status == 0, "\(result.errors)")
            #expect(shop.outputNames().count == 54)

            // The limit does bite: with fewer there is an error, and a clear one.
            let few = try await Shell.run(
                "sh",
                [
                    "-c", #"ulimit -n 7; exec "$0" export p1.png -o few"#,
                    ZigguratBinary.url().path,
                ], in: shop.folder.url)
            #expect(few.status != 0)
        }
    }
}
