import Foundation
import Testing

@testable import ZigguratCore

@Suite("JSON values as text")
struct JSONValueTextTests {
    private static let values: [JSONValue] = [
        .null, true, false, "", "a/b", "\"\\\u{8}\t\n\u{c}\r\u{7f}", "é \u{2028} 😀",
        .string(String(String.UnicodeScalarView((1..<0x20).compactMap { Unicode.Scalar($0) }))),
        .array([0, 1, -1, 0.5, 1e20, 1e-7, 123_456_789_012, -0.0, 1e300, 0.1]),
        [[], [:], [1, [2]], ["b": 1, "a": ["z": .null, "Z": 2, "aa": "x", "a": "y"]]],
    ]

    @Test("A JSON value is written with the bytes of JSONEncoder", arguments: values)
    func encoderWritesTheSame(value: JSONValue) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let expected = try encoder.encode(value)
        let line = try BundleFile.jsonLine("x", value).bytes
        #expect(
            String(decoding: line, as: UTF8.self) == String(decoding: expected, as: UTF8.self)
                + "\n")
        #expect(JSONValue(parsing: line) == value)
    }

    @Test("An infinite number or NaN is not written as JSON", arguments: [Double.nan, .infinity])
    func nonFiniteNumbers(number: Double) {
        #expect(throws: (any Error).self) { try BundleFile.jsonLine("x", JSONValue.number(number)) }
    }
}
