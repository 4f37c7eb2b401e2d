import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The metadata that visitors see.
@Suite struct MetadataTests {
    private static let properties = """
        <dc:title><rdf:Alt><rdf:li xml:lang="de">Steg</rdf:li>
          <rdf:li xml:lang="x-default">Jetty &amp; lake</rdf:li></rdf:Alt></dc:title>
        <dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>
        <dc:rights><rdf:Alt><rdf:li xml:lang="en">© Ann &amp; Bob</rdf:li></rdf:Alt></dc:rights>
        <xmpRights:WebStatement>https://example.org/licence</xmpRights:WebStatement>
        <photoshop:DateCreated>2020-02-03T10:11</photoshop:DateCreated>
        """

    struct Case: CustomTestStringConvertible {
        let name: String
        let segments: [Data]
        let expected: SourceHeader.Metadata
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "nothing", segments: [], expected: SourceHeader.Metadata()),
        Case(
            name: "Exif", segments: [MetadataSegments.exif()],
            expected: SourceHeader.Metadata(
                description: "A jetty", creator: "Ann Exif", rights: "All hers",
                date: "2019-08-07")),
        Case(
            name: "Exif with parentheses and a camera's words",
            segments: [
                MetadataSegments.exif(
                    description: "OLYMPUS DIGITAL CAMERA", artist: "Ann (born Bee), ASCII, and Co",
                    copyright: " ", date: "0000:00:00 00:00:00")
            ], expected: SourceHeader.Metadata(creator: "Ann (born Bee), ASCII, and Co")),
        Case(
            name: "XMP", segments: [MetadataSegments.xmp(properties)],
            expected: SourceHeader.Metadata(
                title: "Jetty & lake", creator: "Ann, Bob", rights: "© Ann & Bob",
                rightsURL: "https://example.org/licence", date: "2020-02-03")),
        Case(
            name: "XMP with an invalid address",
            segments: [
                MetadataSegments.xmp(
                    "<xmpRights:WebStatement>javascript:alert(1)</xmpRights:WebStatement>")
            ], expected: SourceHeader.Metadata()),
        Case(
            name: "broken XMP", segments: [MetadataSegments.xmp("<dc:title>")],
            expected: SourceHeader.Metadata()),
        Case(
            name: "IPTC",
            segments: [
                MetadataSegments.iptc(
                    [
                        (5, Array("Überfahrt".utf8)), (80, Array("Ann".utf8)),
                        (80, Array("Bob".utf8)), (116, Array("© both".utf8)),
                        (120, Array("On the\nlake".utf8)), (55, Array("20200203".utf8)),
                    ], isUTF8: true)
            ],
            expected: SourceHeader.Metadata(
                title: "Überfahrt", description: "On the lake", creator: "Ann, Bob",
                rights: "© both", date: "2020-02-03")),
        Case(
            name: "IPTC in Latin-1",
            segments: [MetadataSegments.iptc([(5, [0xDC, 0x62, 0x65, 0x72])], isUTF8: false)],
            expected: SourceHeader.Metadata(title: "Über")),
        Case(
            name: "XMP before IPTC before Exif",
            segments: [
                MetadataSegments.exif(), MetadataSegments.xmp(properties),
                MetadataSegments.iptc(
                    [(5, Array("Other".utf8)), (120, Array("On the lake".utf8))], isUTF8: true),
            ],
            expected: SourceHeader.Metadata(
                title: "Jetty & lake", description: "On the lake", creator: "Ann, Bob",
                rights: "© Ann & Bob", rightsURL: "https://example.org/licence",
                date: "2020-02-03")),
    ]

    @Test(arguments: cases)
    func `Metadata are read from XMP, IPTC and Exif`(_ wanted: Case) async throws {
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
            try MetadataSegments.insert([MetadataSegments.xmp(Self.properties)], into: file)
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
