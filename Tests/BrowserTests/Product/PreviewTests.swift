import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Pages that the program serves show the pixels of the source.
@Suite struct PreviewTests {
    @Test func pagesThroughServe() async throws {
        try await TemporaryFolder.with { folder in
            let samples = PageSample.chosen.filter {
                ["odd name, dzi", "xyz padded", "iiif3"].contains($0.name)
            }
            let bundles = try await PageSample.publish(samples, to: folder)
            let command = try RunningCommand(
                try ZigguratBinary.url().path, ["serve", "--port", "0"], in: folder.url)
            // The folder Output does not exist, so `serve` reports an error.
            #expect(await command.wait().errors.contains("Output: folder not found"))

            let serve = try RunningCommand(
                try ZigguratBinary.url().path, ["serve", folder.path, "--port", "0"])
            let address = try await serve.answer { text in
                text.hasSuffix("\n") ? URL(string: text.trimmingCharacters(in: .newlines)) : nil
            }
            let root = try #require(address ?? nil)
            try await Browser.with(width: 440, height: 330) { browser in
                for (bundle, comparison) in bundles {
                    let page = root.appending(path: bundle).appending(path: "index.html")
                    let visit = try await PageVisit(to: page, in: browser)
                    #expect(try await comparison.complaints(about: visit) == [], "\(page)")
                }
                // The negative control: a page without its tiles causes complaints.
                let (bundle, comparison) = try #require(
                    bundles.first { $0.bundle.hasSuffix("/dzi") })
                for file in try FolderListing.files(in: folder[bundle])
                where file.contains("_files/") && file.hasSuffix("/0_0.jpg") {
                    try FileManager.default.removeItem(at: folder["\(bundle)/\(file)"])
                }
                let visit = try await PageVisit(
                    to: root.appending(path: bundle).appending(path: "index.html"), in: browser,
                    views: [.home])
                #expect(try await comparison.complaints(about: visit) != [])
            }
            try serve.send(signal: "SIGINT")
            let result = await serve.wait()
            #expect(result.status == 0)
            // Each response was successful until the tiles were removed.
            #expect(result.errors.contains("/viewer/openseadragon.min.js 200 "))
        }
    }
}
