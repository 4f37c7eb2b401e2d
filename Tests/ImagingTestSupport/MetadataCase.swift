import Foundation
import Testing
import ZigguratImaging

/// Metadata in a file, and what visitors see of them.
struct MetadataCase: Sendable, CustomTestStringConvertible {
    let name: String
    let segments: [Data]
    let expected: SourceHeader.Metadata
    var testDescription: String { name }

    private static let properties = """
        <dc:title><rdf:Alt><rdf:li xml:lang="de">Steg</rdf:li>
          <rdf:li xml:lang="x-default">Jetty &amp; lake</rdf:li></rdf:Alt></dc:title>
        <dc:creator><rdf:Seq><rdf:li>Ann</rdf:li><rdf:li>Bob</rdf:li></rdf:Seq></dc:creator>
        <dc:rights><rdf:Alt><rdf:li xml:lang="en">© Ann &amp; Bob</rdf:li></rdf:Alt></dc:rights>
        <xmpRights:WebStatement>https://example.org/licence</xmpRights:WebStatement>
        <photoshop:DateCreated>2020-02-03T10:11</photoshop:DateCreated>
        """

    static let all: [MetadataCase] = [
        MetadataCase(name: "nothing", segments: [], expected: SourceHeader.Metadata()),
        MetadataCase(
            name: "Exif", segments: [MetadataSegments.exif()],
            expected: SourceHeader.Metadata(
                description: "A jetty", creator: "Ann Exif", rights: "All hers",
                date: "2019-08-07")),
        MetadataCase(
            name: "Exif with parentheses and a camera's words",
            segments: [
                MetadataSegments.exif(
                    description: "OLYMPUS DIGITAL CAMERA", artist: "Ann (born Bee), ASCII, and Co",
                    copyright: " ", date: "0000:00:00 00:00:00")
            ], expected: SourceHeader.Metadata(creator: "Ann (born Bee), ASCII, and Co")),
        MetadataCase(
            name: "XMP", segments: [MetadataSegments.xmp(properties)],
            expected: SourceHeader.Metadata(
                title: "Jetty & lake", creator: "Ann, Bob", rights: "© Ann & Bob",
                rightsURL: "https://example.org/licence", date: "2020-02-03")),
        MetadataCase(
            name: "XMP with an invalid address",
            segments: [
                MetadataSegments.xmp(
                    "<xmpRights:WebStatement>javascript:alert(1)</xmpRights:WebStatement>")
            ], expected: SourceHeader.Metadata()),
        MetadataCase(
            name: "broken XMP", segments: [MetadataSegments.xmp("<dc:title>")],
            expected: SourceHeader.Metadata()),
        MetadataCase(
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
        MetadataCase(
            name: "IPTC in Latin-1",
            segments: [MetadataSegments.iptc([(5, [0xDC, 0x62, 0x65, 0x72])], isUTF8: false)],
            expected: SourceHeader.Metadata(title: "Über")),
        MetadataCase(
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
}
