import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// An export leaves no open files. A separate process is measured, because other tests open and
/// close files in this process.
@Suite struct OpenFileTests {
    /// The highest descriptor after a run of many exports equals the highest descriptor after one
    /// export.
    @Test func manyExportsNeedNoMoreDescriptorsThanOne() async throws {
        try await Workshop.with { shop in
            var names: [String] = []
            for number in 0..<50 {
                _ = try await shop.picture("p\(number).png", width: 60, height: 40)
                names.append("p\(number).png")
            }
            try shop.folder.write("no picture", to: "broken.jpg")
            // With this limit, a descriptor that each export leaves open is too many.
            let result = try await Shell.run(
                "sh",
                [
                    "-c",
                    #"ulimit -n 32; exec "$0" export --layout dzi,xyz,iiif3 --base-url https://example.org "$@""#,
                    ZigguratBinary.url().path,
                ] + names, in: shop.folder.url)
            #expect(result.status == 0, "\(result.errors)")
            #expect(shop.outputNames().count == 54)

            // The negative control: with fewer descriptors, the run fails with a clear error.
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
