import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// The values that become black and white if the header does not state them.
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
        // Two percent of 1001 steps are cut off at each end.
        Case(
            factor: 1000, offset: -300, format: "float", interpretation: "b-w",
            limits: -280...680, words: "stretched: -280 becomes black, 680 white"),
        Case(
            factor: 1000, offset: 0, format: "short", interpretation: "b-w",
            limits: 20...980, words: "stretched: 20 becomes black, 980 white"),
        Case(
            factor: 0, offset: 700, format: "float", interpretation: "b-w",
            limits: 699.5...700.5),
        Case(
            factor: 2000, offset: 1000, format: "ushort", interpretation: "grey16",
            range: .automatic, limits: 1040...2960,
            words: "stretched: 1040 becomes black, 2960 white"),
    ])
    func `The range follows from the values`(_ wanted: Case) async throws {
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
            let finding = try source.findValueRange()
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

    /// The image has more rows than libvips holds, so it can be read only once.
    @Test(arguments: [
        ("Float32", "-9999", 42.0...3510.0), ("Int16", "-32768", 42...3510),
        ("Float32", "1e30", 42...3510), ("UInt16", "65535", 0...4095),
        // An undeclared mark is also found.
        ("Int16", nil, 42...3510),
    ])
    func `Values that GDAL declares as missing are ignored`(
        _ type: String, _ missing: String?, _ expected: ClosedRange<Double>
    ) async throws {
        try await TemporaryFolder.with { folder in
            let rows = (0..<600).map { row in
                (0..<100).map {
                    $0 < 50 && row > 99 ? missing ?? "-32768" : "\(row * 6)"
                }.joined(separator: " ")
            }
            let head = "ncols 100\nnrows 600\nxllcorner 0\nyllcorner 0\ncellsize 1\n"
            try folder.write(head + rows.joined(separator: "\n") + "\n", to: "values.asc")
            try await Shell.run(
                "gdal_translate",
                ["-q", "-ot", type] + (missing.map { ["-a_nodata", $0] } ?? [])
                    + ["values.asc", "values.tif"], in: folder.url
            ).orThrow()
            let source = try SourceImage(path: folder["values.tif"].path)
            let limits = try #require(try source.findValueRange().limits)
            // Two percent of the values are cut off at each end.
            #expect(abs(limits.lowerBound - expected.lowerBound) <= 12)
            #expect(abs(limits.upperBound - expected.upperBound) <= 12)
        }
    }

    @Test func `Numbers in notes have the digits of single precision`() {
        let step = ConversionStep.stretched(-0.5, Double(Float(239.3)))
        #expect(step.text == "stretched: -0.5 becomes black, 239.3 white")
        let whole = ConversionStep.stretched(0, 4_000_000_000)
        #expect(whole.text == "stretched: 0 becomes black, 4000000000 white")
    }

    @Test func `Signed samples of 8 bits are stretched`() async throws {
        try await TemporaryFolder.with { folder in
            let tiff = MadeTIFF(
                width: 16, height: 16, rowsPerStrip: 16, bits: [8], photometric: 1,
                strips: [(0..<256).map { UInt8($0) }], [339: [2]])
            let source = try SourceImage(path: try folder.write(tiff.data, to: "8.tif").path)
            #expect(try source.findValueRange().limits == -128...127)
            let pixels = try source.pixels()
            #expect((0..<16).allSatisfy { pixels[$0, 0][0] == 128 + UInt8($0) })
            #expect((0..<16).allSatisfy { pixels[$0, 8][0] == UInt8($0) })
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

    /// Adobe's programs invert CMYK in JPEG. Other programs invert it, too, with or without the
    /// Adobe segment.
    @Test func `CMYK in a JPEG and in a TIFF gives equal colours`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 200, height: 150).write(to: folder["rgb.v"])
            try await Vips.run(
                "icc_transform", "rgb.v", "cmyk.v", "cmyk", "--input-profile", "srgb", in: folder)
            try await Vips.run("copy", "cmyk.v", "plain.tif[strip]", in: folder)
            try await Vips.run("copy", "cmyk.v", "adobe.jpg[strip,Q=95]", in: folder)
            let adobe = try Data(contentsOf: folder["adobe.jpg"])
            let marker = try #require(adobe.firstRange(of: Data("Adobe".utf8)))
            // The segment consists of FF EE, its length of 14, and its name.
            var bare = adobe
            bare.removeSubrange(marker.lowerBound - 4..<marker.lowerBound + 12)
            try bare.write(to: folder["bare.jpg"])
            let plain = try SourceImage(path: folder["plain.tif"].path).pixels()
            let right = try SourceImage(path: folder["adobe.jpg"].path).pixels()
            #expect(try right.difference(from: plain).mean < 2)
            let unmarked = try SourceImage(path: folder["bare.jpg"].path).pixels()
            #expect(unmarked == right)
            // The negative control: inverted colours differ.
            try await Vips.run("invert", "cmyk.v", "wrong.tif[strip]", in: folder)
            let wrong = try SourceImage(path: folder["wrong.tif"].path).pixels()
            #expect(try wrong.difference(from: plain).mean > 20)
        }
    }
}
