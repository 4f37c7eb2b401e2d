import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// A mosaic has the pixels of the image from which libvips cropped its pieces.
@Suite struct MosaicTests {
    private static let size = PixelSize(width: 301, height: 203)
    /// Columns and rows of different lengths; the last piece has one row.
    private static let columns = [0, 120, 121, 301]
    private static let rows = [0, 77, 202, 203]
    /// The formats of the pieces, in turn.
    private static let kinds = [
        "png", "tif[tile,tile-width=64,tile-height=48]", "tif[compression=lzw]", "webp[lossless]",
    ]

    /// Divides an image into pieces.
    ///
    /// - Returns: the list, without the pieces at the positions in `missing`.
    private static func cut(
        _ picture: String, in folder: TemporaryFolder, kinds: [String] = kinds,
        missing: Set<Int> = []
    ) async throws -> MosaicList {
        var pieces: [MosaicList.Piece] = []
        for row in 0..<3 {
            for column in 0..<3 {
                let (x, y) = (columns[column], rows[row])
                let kind = kinds[(row * 3 + column) % kinds.count]
                let name = "\(row)_\(column).\(kind.prefix { $0 != "[" })"
                try await Vips.run(
                    "crop", picture, "\(row)_\(column).\(kind)", "\(x)", "\(y)",
                    "\(columns[column + 1] - x)", "\(rows[row + 1] - y)", in: folder)
                if !missing.contains(row * 3 + column) {
                    pieces.append(MosaicList.Piece(file: name, x: x, y: y))
                }
            }
        }
        return MosaicList(pieces)
    }

    private static func write(_ list: MosaicList, in folder: TemporaryFolder) throws -> String {
        try folder.write(list.text, to: "mosaic.json").path
    }

    private static func picture(in folder: TemporaryFolder) async throws -> URL {
        try await TestPicture(width: size.width, height: size.height).write(to: folder["whole.png"])
    }

    @Test func `Pieces make the whole image, directly and through libvips`() async throws {
        try await TemporaryFolder.with { folder in
            let whole = try SourceImage(path: try await Self.picture(in: folder).path)
            let path = try Self.write(try await Self.cut("whole.png", in: folder), in: folder)
            let source = try SourceImage(path: path)
            #expect(source.header.size == Self.size && source.header.bands == 3)
            #expect(try source.pixels() == whole.pixels())
            #expect(try Comparison(source).largest == 0)
            let direct = try source.makeReading(keepsAlpha: true, background: .white)
            #expect(!direct.usesLibvips)

            let request = SourceRequest(
                rotation: .quarter, crop: PixelRegion(x: 30, y: 50, width: 140, height: 190),
                fit: PixelSize(square: 120))
            let part = try SourceImage(path: path, request: request)
            let expected = try SourceImage(path: whole.path, request: request)
            #expect(try part.pixels() == expected.pixels())
        }
    }

    @Test func `Pieces are read from one file at their offsets`() async throws {
        try await TemporaryFolder.with { folder in
            let whole = try SourceImage(path: try await Self.picture(in: folder).path)
            let list = try await Self.cut("whole.png", in: folder).packed(as: "a.bin", in: folder)
            let path = try Self.write(list, in: folder)
            let source = try SourceImage(path: path)
            #expect(try source.pixels() == whole.pixels())
            // The archive's bytes count once.
            let sizes = try ["a.bin", "mosaic.json"].map {
                try Data(contentsOf: folder[$0]).count
            }
            #expect(source.attributes?.byteCount == sizes[0] + sizes[1])
            // The negative control: if all positions have the bytes of one piece, the image
            // differs.
            let first = try #require(list.mosaic.first?.bytes)
            let other = MosaicList(
                list.mosaic.map { .init(file: "a.bin", x: $0.x, y: $0.y, bytes: first) })
            let wrong = try SourceImage(path: try Self.write(other, in: folder))
            #expect(try wrong.pixels() != whole.pixels())
        }
    }

    @Test func `Pixels outside all pieces are transparent`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await Self.picture(in: folder)
            let list = try await Self.cut("whole.png", in: folder, missing: [4])
            let source = try SourceImage(path: try Self.write(list, in: folder))
            #expect(source.header.hasAlpha && source.header.bands == 4)
            // The piece in the middle is one pixel wide.
            try await Vips.run("bandjoin_const", "whole.png", "expected.v", "255", in: folder)
            try await Vips.run(
                "draw_rect", "expected.v", "0 0 0 0", "120", "77", "1", "125", "--fill", in: folder)
            try await Vips.run("copy", "expected.v", "expected.png", in: folder)
            let expected = try await PixelPicture.read(folder["expected.png"])
            #expect(try source.pixels(keepsAlpha: true) == expected)
            let flat = try source.pixels()
            let place = 3 * (100 * Self.size.width + 120)
            #expect(flat.samples[place..<place + 3] == [255, 255, 255])
        }
    }

    @Test func `Grey, transparent and 16-bit pieces keep their pixels`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 40, height: 30).write(to: folder["a.png"])
            try await Vips.run("colourspace", "a.png", "grey.png", "b-w", in: folder)
            try await Vips.run("bandjoin_const", "a.png", "alpha.png", "90", in: folder)
            let mixed = MosaicList([
                .init(file: "a.png", x: 0, y: 0), .init(file: "grey.png", x: 40, y: 0),
                .init(file: "alpha.png", x: 80, y: 0),
            ])
            try await Vips.run("colourspace", "grey.png", "b.v", "srgb", in: folder)
            try await Vips.run("bandjoin_const", "b.v", "opaque-b.png", "255", in: folder)
            try await Vips.run("bandjoin_const", "a.png", "opaque-a.png", "255", in: folder)
            try await Vips.run(
                "arrayjoin", "opaque-a.png opaque-b.png alpha.png", "joined.png", in: folder)
            let source = try SourceImage(path: try Self.write(mixed, in: folder))
            let joined = try await PixelPicture.read(folder["joined.png"])
            #expect(try source.pixels(keepsAlpha: true) == joined)

            try await Vips.run("colourspace", "a.png", "wide.tif", "rgb16", in: folder)
            let wide = MosaicList([
                .init(file: "wide.tif", x: 0, y: 0), .init(file: "wide.tif", x: 40, y: 0),
            ])
            let header = try SourceImage(path: try Self.write(wide, in: folder)).header
            #expect(header.bitsPerSample == 16 && header.size == PixelSize(width: 80, height: 30))
        }
    }

    @Test func `A later piece covers earlier pieces, and the list crops`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 60, height: 50).write(to: folder["a.png"])
            try await Vips.run("flip", "a.png", "b.png", "horizontal", in: folder)
            var list = MosaicList([
                .init(file: "a.png", x: 0, y: 0), .init(file: "b.png", x: 20, y: 10),
            ])
            (list.width, list.height) = (70, 50)
            let text = list.text.replacing("\n]}", with: "\n], \"width\": 70, \"height\": 50}")
            try folder.write(text, to: "mosaic.json")
            let source = try SourceImage(path: folder["mosaic.json"].path)
            // libvips enlarges the first piece and inserts the second piece.
            try await Vips.run("bandjoin_const", "a.png", "a4.v", "255", in: folder)
            try await Vips.run("bandjoin_const", "b.png", "b4.v", "255", in: folder)
            try await Vips.run(
                "insert", "a4.v", "b4.v", "joined.v", "20", "10", "--expand", in: folder)
            try await Vips.run("crop", "joined.v", "joined.png", "0", "0", "70", "50", in: folder)
            let joined = try await PixelPicture.read(folder["joined.png"])
            #expect(try source.pixels(keepsAlpha: true) == joined)
        }
    }

    struct Fault: Sendable, CustomTestStringConvertible {
        let text: String
        let failure: SourceError
        /// The subject of the error.
        var subject = "mosaic.json"

        var testDescription: String { text }
    }

    private static func piece(_ file: String, x: Int = 0) -> String {
        #"{"mosaic": [{"file": "\#(file)", "x": \#(x), "y": 0}]}"#
    }

    private static func part(offset: Int, length: Int) -> String {
        piece("a.png").replacing(
            #""x""#, with: #""offset": \#(offset), "length": \#(length), "x""#)
    }

    static let faults = [
        Fault(text: #"{"mosaic": []}"#, failure: .mosaic(.empty)),
        Fault(text: #"{"mosaic": [{"file": "a.png"}]}"#, failure: .invalidHeader),
        Fault(text: #"{"mosaic": ["a.png", "b.png"]}"#, failure: .invalidHeader),
        Fault(text: piece("/etc/a.png"), failure: .mosaic(.outsideFolder("/etc/a.png"))),
        Fault(text: piece("b/../../a.png"), failure: .mosaic(.outsideFolder("b/../../a.png"))),
        Fault(text: piece("a.png", x: -1), failure: .mosaic(.invalidPlace("a.png"))),
        Fault(text: piece("a.png", x: .max), failure: .mosaic(.invalidPlace("a.png"))),
        Fault(text: piece("a.png", x: 9_999_999), failure: .mosaic(.invalidSize)),
        Fault(
            text: #"{"mosaic": [{"file": "a.png", "x": 0, "y": 0}], "width": 0}"#,
            failure: .mosaic(.invalidSize)),
        Fault(
            text: #"{"mosaic": [{"file": "a.png", "offset": 0, "x": 0, "y": 0}]}"#,
            failure: .mosaic(.invalidPart("a.png"))),
        Fault(text: part(offset: -1, length: 9), failure: .mosaic(.invalidPart("a.png"))),
        Fault(text: part(offset: .max, length: 9), failure: .mosaic(.invalidPart("a.png"))),
        Fault(text: part(offset: 0, length: 0), failure: .mosaic(.invalidPart("a.png"))),
        Fault(
            text: part(offset: 0, length: 99_999_999), failure: .truncated(row: nil, of: nil),
            subject: "a.png"),
        Fault(
            text: part(offset: 1, length: 90), failure: .mosaic(.pieceFormat), subject: "a.png"),
        Fault(text: piece("missing.png"), failure: .notFound, subject: "missing.png"),
        Fault(text: piece("mosaic.json"), failure: .mosaic(.pieceFormat), subject: "mosaic.json"),
        Fault(text: piece("a.bmp"), failure: .mosaic(.pieceFormat), subject: "a.bmp"),
        Fault(text: piece("text.png"), failure: .mosaic(.pieceFormat), subject: "text.png"),
        Fault(
            text: piece("cut.png"), failure: .truncated(row: nil, of: nil), subject: "cut.png"),
    ]

    @Test(arguments: faults)
    func `Wrong lists and pieces are errors`(_ fault: Fault) async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 60, height: 50).write(to: folder["a.png"])
            try Data(contentsOf: image).prefix(20).write(to: folder["cut.png"])
            try folder.write("BM and more than that", to: "a.bmp")
            try folder.write("no image", to: "text.png")
            let path = try folder.write(fault.text, to: "mosaic.json").path
            let error = #expect(throws: ZigguratError.self) { try SourceImage(path: path) }
            #expect(error?.reason as? SourceError == fault.failure)
            #expect(error?.subject.hasSuffix("/\(fault.subject)") == true)
            let isolated = #expect(throws: ZigguratError.self) {
                try SourceImage(path: path, trust: try Isolation.of(.init()))
            }
            #expect(isolated == error)
        }
    }

    @Test func `A damaged piece fails the image at its rows`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await Self.picture(in: folder)
            let list = try await Self.cut("whole.png", in: folder, kinds: ["png"])
            let file = folder["1_2.png"]
            var bytes = try Data(contentsOf: file)
            let middle = bytes.count / 2
            for index in middle..<middle + 20 { bytes[index] ^= 255 }
            try bytes.write(to: file)
            let source = try SourceImage(path: try Self.write(list, in: folder))
            let error = #expect(throws: ZigguratError.self) { try source.pixels() }
            #expect(error?.subject.hasSuffix("/1_2.png") == true)
            // Another process reads the rows of a scaled mosaic.
            let scaled = try SourceImage(
                path: source.path, request: SourceRequest(fit: PixelSize(square: 90)),
                trust: try Isolation.of(.init()))
            let isolated = #expect(throws: ZigguratError.self) { try scaled.pixels() }
            #expect(isolated?.subject == error?.subject)
        }
    }

    @Test func `A change of a piece counts as a change of the source`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await Self.picture(in: folder)
            let path = try Self.write(try await Self.cut("whole.png", in: folder), in: folder)
            let source = try SourceImage(path: path)
            try source.checkUnchanged()
            let old = SourceImage.attributes(of: path)
            // The piece gets an older modification time, but keeps its size.
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
                ofItemAtPath: folder["1_1.png"].path)
            let now = SourceImage.attributes(of: path)
            #expect(now?.byteCount == old?.byteCount && now?.modified != old?.modified)
            #expect(throws: ZigguratError.self) { try source.checkUnchanged() }
            try FileManager.default.removeItem(at: folder["1_1.png"])
            #expect(SourceImage.attributes(of: path) == nil)
        }
    }
}
