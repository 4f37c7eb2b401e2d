import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Unsupported, truncated and damaged JPEG 2000 files have typed errors, and do not crash the
/// program.
@Suite struct JPEG2000FailureTests {
    private static let trust = SourceRequest.Trust(allowsUntrusted: true)
    private static let sRGB = JPEG2000File.colours(16)

    /// Boxes, the number of components, and the unsupported feature.
    private static let kinds: [([[UInt8]], Int, SourceError.Feature)] = [
        ([JPEG2000File.colours(14)], 3, .colourSpace(14)),
        // The channel uses the second column of a palette that has one column.
        (
            [
                sRGB, JPEG2000File.box("pclr", [0, 1, 1, 7, 9]),
                JPEG2000File.box("cmap", [0, 0, 1, 1]),
            ], 1, .palette
        ),
        ([sRGB], 3, .componentSizes),
    ]

    @Test(arguments: kinds)
    func `Unsupported kinds are named`(
        _ boxes: [[UInt8]], _ count: Int, _ feature: SourceError.Feature
    ) async throws {
        try await TemporaryFolder.with { folder in
            var file = JPEG2000File(
                width: 300, height: 201, steps: [(Int, Int)](repeating: (1, 1), count: count),
                options: ["-mct", "0"], boxes: boxes)
            if feature == .componentSizes { file.steps = [(2, 1), (3, 1), (3, 1)] }
            let path = try await file.write(to: "image.jp2", in: folder).path
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(path: path, trust: Self.trust)
            }
            #expect(error?.reason as? SourceError == .unsupported(feature))
            #expect(error?.subject == path && error?.code == .invalidSource)
        }
    }

    @Test(arguments: [[], ["-t", "64,64"]], [true, false])
    func `A file that is truncated anywhere is an error`(
        _ options: [String], _ hasBoxes: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = JPEG2000File(options: options, boxes: hasBoxes ? [Self.sRGB] : nil)
            let bytes = try Data(contentsOf: await file.write(to: "image.jp2", in: folder))
            var codes: Set<ZigguratError.Code> = []
            for step in 1..<40 {
                let share = 1 - pow(1 - Double(step) / 40, 2)
                let cut = try folder.write(
                    bytes.prefix(Int(Double(bytes.count) * share)), to: "cut.jp2")
                let error = #expect(throws: ZigguratError.self, "\(step) of 40") {
                    _ = try SourceImage(path: cut.path, trust: Self.trust).pixels()
                }
                if let error { codes.insert(error.code) }
            }
            #expect(codes == [.truncatedSource])
        }
    }

    /// The box of the codestream states its length, so additional bytes move the end marker out of
    /// the box.
    @Test(arguments: [[], ["-t", "64,64"]], [1, 2, 4, 100])
    func `Additional bytes in the data are an error`(
        _ options: [String], _ count: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = JPEG2000File(options: options, boxes: [Self.sRGB])
            let bytes = try Data(contentsOf: await file.write(to: "image.jp2", in: folder))
            let whole = try SourceImage(path: folder["image.jp2"].path, trust: Self.trust).pixels()
            for place in [bytes.count - 200, bytes.count - 20] {
                var data = bytes
                data.insert(contentsOf: bytes[place - count..<place], at: place)
                let path = try folder.write(data, to: "longer.jp2").path
                let error = #expect(throws: ZigguratError.self) {
                    try SourceImage(path: path, trust: Self.trust).pixels()
                }
                #expect(error?.code == .invalidSource && error?.subject == path)
            }
            // OpenJPEG reads a file without an end marker, or with another box after the codestream.
            let box = Data(JPEG2000File.box("xml ", Array("<a/>".utf8)))
            let withoutEnd = Data(bytes.dropLast(2)) + Data(count: 2)
            for data: Data in [withoutEnd, bytes + box] {
                let path = try folder.write(data, to: "good.jp2").path
                let pixels = try SourceImage(path: path, trust: Self.trust).pixels()
                #expect(pixels.samples == whole.samples)
            }
        }
    }

    @Test(arguments: [[], ["-t", "64,64"]])
    func `A truncated file is filled on request`(_ options: [String]) async throws {
        try await TemporaryFolder.with { folder in
            let file = JPEG2000File(options: options)
            let bytes = try Data(contentsOf: await file.write(to: "image.j2k", in: folder))
            let cut = try folder.write(bytes.prefix(bytes.count * 6 / 10), to: "cut.j2k")
            let trust = SourceRequest.Trust(allowsUntrusted: true, allowsDamaged: true)
            let source = try SourceImage(path: cut.path, trust: trust)
            #expect(source.header.conversions.count == 1)
            let pixels = try source.pixels()
            #expect(pixels.width == 301 && pixels.height == 203)
            if !options.isEmpty {
                #expect(pixels[5, 5] == [0, 1, 2].map { UInt8(file.value($0, x: 5, y: 5)) })
                #expect(pixels[300, 202] == [0, 0, 0])
            }
        }
    }

    /// Damage may go unnoticed, but must not crash or hang the program.
    @Test(arguments: 0..<4)
    func `Random damage gives an image or an error with the file's name`(
        _ part: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let palette = JPEG2000File.palette([[0, 0, 0], [200, 100, 50]])
            let file = JPEG2000File(
                width: 120, height: 90, steps: [(1, 1)],
                options: part % 2 == 0 ? [] : ["-t", "32,32"],
                boxes: part < 2 ? nil : [Self.sRGB, palette])
            let bytes = try Data(contentsOf: await file.write(to: "image.jp2", in: folder))
            for number in 0..<50 {
                var random = SeededGenerator(1000 * part + number)
                var copy = bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    let reach = Bool.random(using: &random) ? min(200, copy.count) : copy.count
                    // The first bytes identify the format.
                    copy[Int.random(in: 12..<reach, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                let damaged = try folder.write(copy, to: "damaged.jp2")
                let limited = SourceRequest.Trust(allowsUntrusted: true, pixelLimit: 10_000_000)
                do throws(ZigguratError) {
                    let source = try SourceImage(path: damaged.path, trust: limited)
                    let reading = try source.makeReading(keepsAlpha: true, background: .white)
                    try reading.makeRowReader().readAll()
                } catch {
                    #expect(error.reason is SourceError && error.subject == damaged.path)
                    #expect(error.cause?.description.contains(where: \.isNewline) != true)
                }
            }
        }
    }
}

extension RowReader {
    /// Reads all rows, and discards them.
    fileprivate func readAll() throws(ZigguratError) {
        let row = UnsafeMutablePointer<UInt8>.allocate(capacity: size.width * bytesPerPixel)
        defer { row.deallocate() }
        for _ in 0..<size.height { try read([row][...]) }
    }
}
