import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem
import ZigguratViewer

@Suite struct AnnotationTests {
    private static func note(_ text: String) -> String {
        """
        {"type": "Annotation", "body": {"type": "TextualBody", "value": "A boat"}, "target": \(text)}
        """
    }

    private static func feature(_ geometry: String, _ properties: String = "{}") -> String {
        """
        {"type": "FeatureCollection", "features": [
          {"type": "Feature", "properties": \(properties), "geometry": \(geometry)}]}
        """
    }

    @Test(
        "Texts of annotations have languages",
        arguments: [
            #"""
            {"type": "Annotation", "target": "x", "body": [
              {"value": "Gate", "language": "en"}, {"value": "Tor", "language": "de"},
              {"value": "Aus Holz", "language": "de"}, {"value": "Of wood", "language": "en"}]}
            """#,
            feature(
                "null",
                #"""
                {"title": "Gate", "title@de": "Tor", "text": "Of wood", "text@de": "Aus Holz",
                 "title@7": "x", "name@de@x": "x"}
                """#),
        ])
    func languages(text: String) throws {
        let note = try #require(AnnotationFile.annotations(in: Array(text.utf8)).first)
        #expect(note.label == "Gate" && note.text == "Of wood")
        #expect(note.translations == ["de": .init(label: "Tor", text: "Aus Holz")])
        let isNamed = text.contains("language")
        #expect(note.language == (isNamed ? "en" : nil))
    }

    static let readable: [(String, [Annotation])] = [
        (
            note(#""https://example.org/p#xywh=10,20,30.5,40""#),
            [Annotation(label: "A boat", path: "M10 20h30.5v40h-30.5Z")]
        ),
        (
            note(
                #"""
                {"source": "x", "selector": {"type": "FragmentSelector", "value": \#
                "xywh=pixel:1,2,3,4"}}
                """#
            ),
            [Annotation(label: "A boat", path: "M1 2h3v4h-3Z")]
        ),
        (
            note(#"{"id": "x#xywh=5,6,1,1"}"#),
            [Annotation(label: "A boat", point: .init(x: 5, y: 6))]
        ),
        (
            note(
                #"""
                {"selector": [{"type": "TextQuoteSelector"}, {"type": "PointSelector", "x": \#
                7, "y": 8.25}]}
                """#
            ),
            [Annotation(label: "A boat", point: .init(x: 7, y: 8.25))]
        ),
        (
            note(
                #"""
                {"selector": {"type": "SvgSelector", "value": "<svg \#
                xmlns='http://www.w3.org/2000/svg'><g><polygon points='1,2 3,4 \#
                5,6'/></g><rect x='1px' y='2' width='3' height='4'/><circle cx='9' cy='9' \#
                r='2'/></svg>"}}
                """#
            ),
            [
                Annotation(
                    label: "A boat",
                    path: "M1 2L3 4L5 6ZM1 2h3v4h-3ZM7 9a2 2 0 1 0 4 0a2 2 0 1 0 -4 0Z")
            ]
        ),
        (
            note(
                #"""
                {"selector": {"type": "SvgSelector", "value": "<svg><path d=' m 1,2 l3e1 \#
                4z'/></svg>"}}
                """#
            ),
            [Annotation(label: "A boat", path: " m 1,2 l3e1 4z")]
        ),
        (
            note(#"["a#xywh=0,0,2,2", "https://example.org/p"]"#),
            [
                Annotation(label: "A boat", path: "M0 0h2v2h-2Z"), Annotation(label: "A boat"),
            ]
        ),
        (
            #"""
            {"type": "AnnotationPage", "items": [{"type": ["Annotation"], "label": "L", \#
            "body": [{"value": "<p>One<br>two &amp; <b>three</b></p>", "format": \#
            "text/html"}, "https://example.org/x"], "target": "p"}]}
            """#,
            [Annotation(label: "L", text: "One\ntwo & three")]
        ),
        (
            #"""
            {"type": "AnnotationCollection", "first": {"items": [{"type": "Annotation", \#
            "bodyValue": "B", "target": "p"}]}}
            """#,
            [Annotation(label: "B")]
        ),
        (#"[{"type": "Annotation", "target": "p"}]"#, [Annotation(label: "Note 1")]),
        (
            feature(
                #"{"type": "Point", "coordinates": [3, 4, 99]}"#,
                #"{"name": "N", "description": "D"}"#),
            [Annotation(label: "N", text: "D", point: .init(x: 3, y: 4))]
        ),
        (
            feature(#"{"type": "MultiPoint", "coordinates": [[1, 2], [3, 4]]}"#, "null"),
            [
                Annotation(label: "Note 1", point: .init(x: 1, y: 2)),
                Annotation(label: "Note 1", point: .init(x: 3, y: 4)),
            ]
        ),
        (
            feature(#"{"type": "LineString", "coordinates": [[1, 2], [3, 4.125]]}"#),
            [Annotation(label: "Note 1", path: "M1 2L3 4.13")]
        ),
        (
            #"""
            {"type": "MultiPolygon", "coordinates": \#
            [[[[0,0],[9,0],[9,9],[0,0]],[[1,1],[2,1],[2,2],[1,1]]],[[[5,5],[6,5],[6,6],[5,5]]\#
            ]]}
            """#,
            [Annotation(label: "Note 1", path: "M0 0L9 0L9 9ZM1 1L2 1L2 2ZM5 5L6 5L6 6Z")]
        ),
        (
            feature(
                #"""
                {"type": "GeometryCollection", "geometries": [{"type": "MultiLineString", \#
                "coordinates": [[[0,0],[1,1]]]}]}
                """#
            ),
            [Annotation(label: "Note 1", path: "M0 0L1 1")]
        ),
        (#"{"features": []}"#, []),
        (
            #"""
            [{"type": "Annotation", "label": {"none": ["Mill"]}, "target": "p", "body": [
              {"type": "TextualBody", "value": "Mill\nBuilt in 1802"},
              {"id": "https://example.org/mill?a=1#b", "purpose": "linking"}]}]
            """#,
            [
                Annotation(
                    label: "Mill", text: "Built in 1802", link: "https://example.org/mill?a=1#b")
            ]
        ),
        (
            #"""
            {"type": "Annotation", "motivation": "linking", "target": "p", "body": {
              "id": "http://localhost:8000/a%20b/iiif3/index.html#xywh=1,2,3,4",
              "label": {"none": ["a b#xywh=1,2,3,4"]}}}
            """#,
            [Annotation(label: "Note 1", link: "a b#xywh=1,2,3,4")]
        ),
        // The label does not name an export at the address, so the link is the address.
        (
            #"""
            {"type": "Annotation", "motivation": ["commenting", "linking"], "target": "p",
             "body": {"id": "https://example.org/x", "label": {"en": ["More"]}}}
            """#,
            [Annotation(label: "Note 1", link: "https://example.org/x")]
        ),
        (
            #"[{"type": "Annotation", "bodyValue": "A\nB\nC", "target": "p"}]"#,
            [Annotation(label: "A", text: "B\nC")]
        ),
        (
            feature("null", #"{"title": "T", "url": "https://example.org/x"}"#),
            [Annotation(label: "T", link: "https://example.org/x")]
        ),
        (feature("null", #"{"title": "T", "url": 7}"#), [Annotation(label: "T")]),
        (feature("null", #"{"title": "T", "url": "sheets/7"}"#), [Annotation(label: "T")]),
        (
            feature("null", #"{"title": "T", "link": "shelf/mill#rotate=90&xywh=1,2,3,4"}"#),
            [Annotation(label: "T", link: "shelf/mill#xywh=1,2,3,4&rotate=90")]
        ),
        (feature("null", #"{"title": "All of it"}"#), [Annotation(label: "All of it")]),
    ]

    @Test("Annotations are read", arguments: readable)
    func annotationsAreRead(text: String, expected: [Annotation]) throws {
        #expect(try AnnotationFile.annotations(in: Array(text.utf8)) == expected)
    }

    /// The text of a file, the expected mistake, and its place.
    static let broken: [(String, AnnotationMistake, String)] = [
        ("{\"a\": 1,\n \"b\" 2}", .notJSON, ""),
        ("", .notJSON, ""),
        ("7", .unknownFormat, ""),
        ("{}", .unknownFormat, ""),
        ("[1]", .expectedObject, "[0]"),
        (#"[{"type": "Note"}]"#, .expectedType("Annotation"), "[0]"),
        (#"{"type": "AnnotationPage", "items": {}}"#, .expectedArray, "items"),
        (note(#""x#t=1""#), .unsupportedFragment("t=1"), "target"),
        (
            note(#""x#xywh=percent:1,2,3,4""#), .unsupportedFragment("xywh=percent:1,2,3,4"),
            "target"
        ),
        (note(#""x#xywh=1,2,3,-4""#), .unsupportedFragment("xywh=1,2,3,-4"), "target"),
        (
            note(#"{"selector": {"type": "CssSelector"}}"#), .unsupportedSelector("CssSelector"),
            "target.selector"
        ),
        (
            note(#"{"selector": {"type": "PointSelector", "x": "1", "y": 2}}"#), .expectedNumber,
            "target.selector.x"
        ),
        (svg("<svg><path d='M1 1'/>"), .invalidSVG, "target.selector.value"),
        (
            svg("<svg><path d='M0 url(x)'/></svg>"), .invalidPath("M0 url(x)"),
            "target.selector.value"
        ),
        (svg("<svg><text>x</text></svg>"), .emptySVG, "target.selector.value"),
        (
            svg("<svg><g transform='scale(2)'><path d='M0 0'/></g></svg>"), .transformedSVG,
            "target.selector.value"
        ),
        (
            svg("<!DOCTYPE svg [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><svg>&x;</svg>"),
            .invalidSVG, "target.selector.value"
        ),
        (
            feature(#"{"type": "Point", "coordinates": [3]}"#), .tooFewCoordinates,
            "features[0].geometry.coordinates"
        ),
        (
            feature(#"{"type": "Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,1]]]}"#),
            .openRing, "features[0].geometry.coordinates[0]"
        ),
        (
            feature(#"{"type": "LineString", "coordinates": [[0,0],[1,"x"]]}"#), .expectedNumber,
            "features[0].geometry.coordinates[1][1]"
        ),
        (
            feature("null", #"{"link": "javascript:alert(1)"}"#),
            .invalidLink("javascript:alert(1)"), "features[0].properties.link"
        ),
        (
            feature("null", #"{"link": "../../etc"}"#), .invalidLink("../../etc"),
            "features[0].properties.link"
        ),
        (
            feature("null", #"{"link": "mill#xywh=1"}"#), .invalidLink("mill#xywh=1"),
            "features[0].properties.link"
        ),
        (feature("null", #"{"link": 7}"#), .expectedText, "features[0].properties.link"),
        (
            #"[{"type": "Annotation", "motivation": "linking", "target": "p", "body": "ftp://x"}]"#,
            .invalidLink("ftp://x"), "[0].body"
        ),
        (
            feature(#"{"type": "Curve", "coordinates": []}"#), .unknownGeometry("Curve"),
            "features[0].geometry"
        ),
        (
            feature(#"{"type": "Point"}"#), .missingMember("coordinates"), "features[0].geometry"
        ),
        (
            #"{"type": "FeatureCollection", "features": [{"type": "X"}]}"#,
            .expectedType("Feature"), "features[0]"
        ),
    ]

    private static func svg(_ text: String) -> String {
        note(#"{"selector": {"type": "SvgSelector", "value": "\#(text)"}}"#)
    }

    @Test("A mistake is rejected with its place", arguments: broken)
    func mistakes(text: String, mistake: AnnotationMistake, place: String) throws {
        let error = #expect(throws: ZigguratError.self) {
            try AnnotationFile.annotations(in: Array(text.utf8))
        }
        #expect(error?.reason as? AnnotationFailure == .invalid(mistake, place: place))
        #expect((error?.cause != nil) == [.notJSON, .invalidSVG].contains(mistake))
    }

    @Test("A syntax error has its line and column")
    func syntaxError() {
        let error = #expect(throws: ZigguratError.self) {
            try AnnotationFile.annotations(in: Array("{\"a\": 1,\n \"b\" 2}".utf8))
        }
        let message = error?.cause?.description ?? ""
        #expect(message.hasPrefix("line 2, column 6: syntax error"))
    }

    @Test("Deep nesting is rejected")
    func deepNesting() throws {
        let text = String(repeating: "[", count: 100_000)
        for text in [text, text + String(repeating: "]", count: 100_000)] {
            #expect(throws: ZigguratError.self) {
                try AnnotationFile.annotations(in: Array(text.utf8))
            }
        }
    }
}
