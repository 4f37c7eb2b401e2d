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
        (feature("null", #"{"title": "All of it"}"#), [Annotation(label: "All of it")]),
    ]

    @Test(arguments: readable)
    func readsWhatIsWritten(text: String, expected: [Annotation]) throws {
        #expect(try AnnotationFile.annotations(in: Array(text.utf8)) == expected)
    }

    /// What is wrong, and the place in the file.
    static let broken: [(String, String)] = [
        ("{\"a\": 1,\n \"b\" 2}", "line 2, column 6: syntax error"),
        ("", "line 1, column 1: "),
        ("7", "these are neither Web Annotations nor GeoJSON"),
        ("{}", "there is no “type”"),
        ("[1]", "[0]: an object is wanted here"),
        (#"[{"type": "Note"}]"#, "[0]: “type” has to be “Annotation”"),
        (#"{"type": "AnnotationPage", "items": {}}"#, "items: an array is wanted here"),
        (note(#""x#t=1""#), "target: the fragment “t=1” has no xywh"),
        (note(#""x#xywh=percent:1,2,3,4""#), "target: “xywh=percent:1,2,3,4” is no xywh"),
        (note(#""x#xywh=1,2,3,-4""#), "target: “xywh=1,2,3,-4” is no xywh"),
        (
            note(#"{"selector": {"type": "CssSelector"}}"#),
            "target.selector: a selector of type “CssSelector” cannot be shown"
        ),
        (
            note(#"{"selector": {"type": "PointSelector", "x": "1", "y": 2}}"#),
            "target.selector.x: a number of pixels is wanted here"
        ),
        (
            note(#"{"selector": {"type": "SvgSelector", "value": "<svg><path d='M1 1'/>"}}"#),
            "target.selector.value: the SVG cannot be used: line 1: "
        ),
        (
            note(
                #"""
                {"selector": {"type": "SvgSelector", "value": "<svg><path d='M0 \#
                url(x)'/></svg>"}}
                """#
            ),
            "target.selector.value: the SVG cannot be used: “M0 url(x)” is no path"
        ),
        (
            note(#"{"selector": {"type": "SvgSelector", "value": "<svg><text>x</text></svg>"}}"#),
            "the SVG cannot be used: it draws nothing"
        ),
        (
            note(
                #"""
                {"selector": {"type": "SvgSelector", "value": "<svg><g \#
                transform='scale(2)'><path d='M0 0'/></g></svg>"}}
                """#
            ),
            "it has a transform"
        ),
        (
            note(
                #"""
                {"selector": {"type": "SvgSelector", "value": "<!DOCTYPE svg [<!ENTITY x \#
                SYSTEM 'file:///etc/passwd'>]><svg>&x;</svg>"}}
                """#
            ),
            "a document type declaration is not accepted"
        ),
        (
            feature(#"{"type": "Point", "coordinates": [3]}"#),
            "features[0].geometry.coordinates: a position is two numbers"
        ),
        (
            feature(#"{"type": "Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,1]]]}"#),
            "features[0].geometry.coordinates[0]: the ring is not closed"
        ),
        (
            feature(#"{"type": "LineString", "coordinates": [[0,0],[1,"x"]]}"#),
            "features[0].geometry.coordinates[1][1]: a number of pixels is wanted here"
        ),
        (feature(#"{"type": "Curve", "coordinates": []}"#), "“Curve” is no geometry of GeoJSON"),
        (feature(#"{"type": "Point"}"#), "features[0].geometry: “coordinates” is missing"),
        (#"{"type": "FeatureCollection", "features": [{"type": "X"}]}"#, "features[0]: “type” has"),
    ]

    @Test(arguments: broken)
    func saysWhatIsWrongAndWhere(text: String, problem: String) throws {
        do {
            let found = try AnnotationFile.annotations(in: Array(text.utf8))
            Issue.record("\(found) was read from \(text)")
        } catch let error as ViewerError {
            #expect(error.message.contains(problem), "\(error.message)")
            #expect(!error.message.contains("\n"))
        }
    }

    @Test func deepNestingIsNoCrash() throws {
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: ViewerError.self) {
            try AnnotationFile.annotations(in: Array(text.utf8))
        }
        let closed = text + String(repeating: "]", count: 100_000)
        #expect(throws: ViewerError.self) {
            try AnnotationFile.annotations(in: Array(closed.utf8))
        }
    }
}
