import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem
import ZigguratViewer

@Suite struct AnnotationTests {
    static func note(_ text: String) -> String {
        """
        {"type": "Annotation", "body": {"type": "TextualBody", "value": "A boat"}, "target": \(text)}
        """
    }

    static func feature(_ geometry: String, _ properties: String = "{}") -> String {
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
}
