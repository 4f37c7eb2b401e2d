import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem
import ZigguratViewer

/// Files of annotations with mistakes.
@Suite struct AnnotationErrorTests {
    /// The text of a file, the expected mistake, and its place.
    static let broken: [(String, AnnotationError, String)] = [
        ("{\"a\": 1,\n \"b\" 2}", .notJSON, ""),
        ("", .notJSON, ""),
        ("7", .unknownFormat, ""),
        ("{}", .unknownFormat, ""),
        ("[1]", .expectedObject, "[0]"),
        (#"[{"type": "Note"}]"#, .expectedType("Annotation"), "[0]"),
        (#"{"type": "AnnotationPage", "items": {}}"#, .expectedArray, "items"),
        (AnnotationTests.note(#""x#t=1""#), .unsupportedFragment("t=1"), "target"),
        (
            AnnotationTests.note(#""x#xywh=percent:1,2,3,4""#),
            .unsupportedFragment("xywh=percent:1,2,3,4"),
            "target"
        ),
        (
            AnnotationTests.note(#""x#xywh=1,2,3,-4""#), .unsupportedFragment("xywh=1,2,3,-4"),
            "target"
        ),
        (
            AnnotationTests.note(#"{"selector": {"type": "CssSelector"}}"#),
            .unsupportedSelector("CssSelector"),
            "target.selector"
        ),
        (
            AnnotationTests.note(#"{"selector": {"type": "PointSelector", "x": "1", "y": 2}}"#),
            .expectedNumber,
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
            AnnotationTests.feature(#"{"type": "Point", "coordinates": [3]}"#), .tooFewCoordinates,
            "features[0].geometry.coordinates"
        ),
        (
            AnnotationTests.feature(
                #"{"type": "Polygon", "coordinates": [[[0,0],[1,0],[1,1],[0,1]]]}"#),
            .openRing, "features[0].geometry.coordinates[0]"
        ),
        (
            AnnotationTests.feature(#"{"type": "LineString", "coordinates": [[0,0],[1,"x"]]}"#),
            .expectedNumber,
            "features[0].geometry.coordinates[1][1]"
        ),
        (
            AnnotationTests.feature("null", #"{"link": "javascript:alert(1)"}"#),
            .invalidLink("javascript:alert(1)"), "features[0].properties.link"
        ),
        (
            AnnotationTests.feature("null", #"{"link": "../../etc"}"#), .invalidLink("../../etc"),
            "features[0].properties.link"
        ),
        (
            AnnotationTests.feature("null", #"{"link": "mill#xywh=1"}"#),
            .invalidLink("mill#xywh=1"),
            "features[0].properties.link"
        ),
        (
            AnnotationTests.feature("null", #"{"link": 7}"#), .expectedText,
            "features[0].properties.link"
        ),
        (
            #"[{"type": "Annotation", "motivation": "linking", "target": "p", "body": "ftp://x"}]"#,
            .invalidLink("ftp://x"), "[0].body"
        ),
        (
            AnnotationTests.feature(#"{"type": "Curve", "coordinates": []}"#),
            .unknownGeometry("Curve"),
            "features[0].geometry"
        ),
        (
            AnnotationTests.feature(#"{"type": "Point"}"#), .missingMember("coordinates"),
            "features[0].geometry"
        ),
        (
            #"{"type": "FeatureCollection", "features": [{"type": "X"}]}"#,
            .expectedType("Feature"), "features[0]"
        ),
    ]

    private static func svg(_ text: String) -> String {
        AnnotationTests.note(#"{"selector": {"type": "SvgSelector", "value": "\#(text)"}}"#)
    }

    @Test("A mistake is rejected with its place", arguments: broken)
    func mistakes(text: String, mistake: AnnotationError, place: String) throws {
        let error = #expect(throws: ZigguratError.self) {
            try AnnotationFile.annotations(in: Array(text.utf8))
        }
        #expect(error?.reason as? AnnotationFileError == .invalid(mistake, place: place))
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
