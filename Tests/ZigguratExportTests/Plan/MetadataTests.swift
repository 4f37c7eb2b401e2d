import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ImagingTestSupport

/// The metadata that visitors see.
@Suite struct MetadataTests {

    @Test(arguments: MetadataCase.all)
    func `Metadata are read from XMP, IPTC and Exif`(_ wanted: MetadataCase) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 60, height: 40).write(
                to: folder["photo.jpg"], options: "strip")
            try MetadataSegments.insert(wanted.segments, into: file)
            #expect(try SourceImage(path: file.path).header.metadata == wanted.expected)
            let silent = SourceRequest(showsMetadata: false)
            #expect(
                try SourceImage(path: file.path, request: silent).header.metadata
                    == SourceHeader.Metadata())
        }
    }

    @Test func `Metadata fill empty caption fields only`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 600, height: 400).write(
                to: folder["photo.jpg"], options: "strip")
            let kind = try #require(MetadataCase.all.first { $0.name == "XMP" })
            try MetadataSegments.insert(kind.segments, into: file)
            let options = Exporter.Options(
                layouts: [.dzi, .iiif3], caption: Caption(title: "My title"))
            let exporter = Exporter(destination: folder["Output"].path, options: options)
            let result = try exporter.export(file.path)
            let caption = result.manifest.settings.caption
            #expect(
                caption
                    == Caption(
                        title: "My title", attribution: "© Ann & Bob",
                        rights: "https://example.org/licence", creator: "Ann, Bob",
                        date: "2020-02-03"))
            let page = try String(
                contentsOf: folder["Output/photo/dzi/index.html"], encoding: .utf8)
            #expect(page.contains("My title") && page.contains("© Ann &amp; Bob"))
            let manifest = try JSONDecoder().decode(
                JSONValue.self,
                from:
                    Data(contentsOf: folder["Output/photo/iiif3/manifest.json"]))
            #expect(
                manifest["metadata"] == [
                    ["label": ["en": ["Creator"]], "value": ["none": ["Ann, Bob"]]],
                    ["label": ["en": ["Date"]], "value": ["none": ["2020-02-03"]]],
                    [
                        "label": ["en": ["Rights"]],
                        "value": ["none": ["https://example.org/licence"]],
                    ],
                ])
        }
    }
}
