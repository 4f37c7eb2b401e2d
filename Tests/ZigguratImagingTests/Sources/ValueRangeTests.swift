import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratImaging

/// Which values become black and white if the header does not say it.
@Suite struct ValueRangeTests {
    struct Case: CustomTestStringConvertible {
        /// The values are a ramp from 0 to 1, multiplied by the factor, plus the offset.
        let factor: Double
        let offset: Double
        let format: String
        let interpretation: String
        var range = SourceRequest.ValueRange.stored
        let limits: ClosedRange<Double>?
        /// The beginning of the conversion step.
        var words = ""
        var testDescription: String { "\(factor) \(offset) \(format) \(range.rawValue)" }
    }

    @Test(arguments: [
        Case(
            factor: 65535, offset: 0, format: "ushort", interpretation: "grey16", limits: nil),
        Case(factor: 4096, offset: 0, format: "ushort", interpretation: "grey16", limits: nil),
        Case(
            factor: 4095, offset: 0, format: "ushort", interpretation: "grey16",
            limits: 0...4095, words: "read as 12 bits a sample: none of its values is above 4095"),
        Case(
            factor: 1000, offset: 10, format: "ushort", interpretation: "grey16",
            limits: 0...1023, words: "read as 10 bits a sample: none of its values is above 1010"),
        Case(
            factor: 90, offset: 10, format: "ushort", interpretation: "grey16",
            limits: 0...255, words: "read as 8 bits a sample"),
        Case(factor: 0, offset: 0, format: "ushort", interpretation: "grey16", limits: nil),
        Case(
            factor: 65535, offset: 0, format: "ushort", interpretation: "grey16",
            range: .limits(5, 500), limits: 5...500),
        Case(
            factor: 0.9, offset: 0, format: "float", interpretation: "b-w", limits: 0...1,
            words: "read as values from 0 to 1"),
        Case(
            factor: 200, offset: 0, format: "float", interpretation: "b-w", limits: 0...255,
            words: "read as values from 0 to 255"),
        // A thousandth of 1001 steps is cut off at each end.
        Case(
            factor: 1000, offset: -300, format: "float", interpretation: "b-w",
            limits: -299...699, words: "stretched: -299 becomes black, 699 white"),
        Case(
            factor: 1000, offset: 0, format: "short", interpretation: "b-w",
            limits: 1...999, words: "stretched: 1 becomes black, 999 white"),
        Case(
            factor: 0, offset: 700, format: "float", interpretation: "b-w",
            limits: 699.5...700.5),
        Case(
            factor: 2000, offset: 1000, format: "ushort", interpretation: "grey16",
            range: .automatic, limits: 1002...2998,
            words: "stretched: 1002 becomes black, 2998 white"),
    ])
    func `The range is found from the values`(_ wanted: Case) async throws {
        try await TemporaryFolder.with { folder in
            // A ramp of 1001 steps.
            try await Vips.run("identity", "ramp.v", "--ushort", "--size", "1001", in: folder)
            try await Vips.run(
                "linear", "ramp.v", "scaled.v", "\(wanted.factor / 1000)", "--",
                "\(wanted.offset + (wanted.format == "float" ? 0 : 0.5))", in: folder)
            try await Vips.run("cast", "scaled.v", "cast.v", wanted.format, in: folder)
            try await Vips.run("replicate", "cast.v", "tall.v", "1", "40", in: folder)
            try await Vips.run(
                "copy", "tall.v", "values.tif", "--interpretation", wanted.interpretation,
                in: folder)
            let source = try SourceImage(
                path: folder["values.tif"].path, request: SourceRequest(range: wanted.range))
            let finding = try source.lookAtValues()
            #expect(finding.limits == wanted.limits)
            let step = finding.step?.text ?? ""
            #expect(wanted.words.isEmpty || step.hasPrefix(wanted.words), "\(step)")
            // The pixels use the range.
            guard wanted.limits != nil, wanted.factor > 0, wanted.range == .stored else { return }
            let row = try source.pixels().cropped(x: 0, y: 20, width: 1001, height: 1)
            let last = Int(row[1000, 0][0])
            let expected = wanted.limits.map { limits in
                let value = min(wanted.factor + wanted.offset, limits.upperBound)
                return (value - limits.lowerBound) / (limits.upperBound - limits.lowerBound) * 255
            }
            #expect(abs(Double(last) - (expected ?? 0)) <= 1.5)
        }
    }

    @Test(arguments: ["5", "5,4", "5,5", "a,b", "1,2,3", "nan,5", "0,inf", "", "Auto"])
    func `A range that is not two ascending numbers is invalid`(_ text: String) {
        #expect(SourceRequest.ValueRange(rawValue: text) == nil)
    }

    @Test(arguments: ["stored", "auto", "0,4095", "-1.5,2"])
    func `The text of a range round-trips`(_ text: String) {
        #expect(SourceRequest.ValueRange(rawValue: text)?.rawValue == text)
    }

    /// Adobe's programs invert CMYK in JPEG, and other programs do as well, with or
    /// without the Adobe segment.
    @Test func `CMYK in a JPEG and in a TIFF give the same colours`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 200, height: 150).write(to: folder["rgb.v"])
            try await Vips.run(
                "icc_transform", "rgb.v", "cmyk.v", "cmyk", "--input-profile", "srgb", in: folder)
            try await Vips.run("copy", "cmyk.v", "plain.tif[strip]", in: folder)
            try await Vips.run("copy", "cmyk.v", "adobe.jpg[strip,Q=95]", in: folder)
            let adobe = try Data(contentsOf: folder["adobe.jpg"])
            let marker = try #require(adobe.firstRange(of: Data("Adobe".utf8)))
            // The segment: FF EE, its length of 14, and its name.
            var bare = adobe
            bare.removeSubrange(marker.lowerBound - 4..<marker.lowerBound + 12)
            try bare.write(to: folder["bare.jpg"])
            let plain = try SourceImage(path: folder["plain.tif"].path).pixels()
            let right = try SourceImage(path: folder["adobe.jpg"].path).pixels()
            #expect(try right.difference(from: plain).mean < 2)
            let unmarked = try SourceImage(path: folder["bare.jpg"].path).pixels()
            #expect(unmarked == right)
            // Inverted colours differ.
            try await Vips.run("invert", "cmyk.v", "wrong.tif[strip]", in: folder)
            let wrong = try SourceImage(path: folder["wrong.tif"].path).pixels()
            #expect(try wrong.difference(from: plain).mean > 20)
        }
    }
}
