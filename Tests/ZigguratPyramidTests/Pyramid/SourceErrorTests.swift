import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratPyramid
@testable import ZigguratSources

/// Files that cannot be read have a typed error with the file's name, and do not crash the program.
@Suite struct SourceErrorTests {
    @Test func `A missing file is not found`() throws {
        let error = try #require(Self.error(ofReading: "/no/such/picture.jpg"))
        #expect(error == ZigguratError(SourceError.notFound, "/no/such/picture.jpg"))
    }

    @Test func `Folders, empty files, texts and invalid paths have their reasons`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["pictures"], withIntermediateDirectories: false)
            try folder.write("", to: "empty.jpg")
            try folder.write("Not a picture, but a text.\n", to: "text.jpg")
            try folder.write("\u{FF}\u{D8}", to: "start.jpg")
            let expected: [(String, SourceError, ZigguratError.Cause?)] = [
                ("pictures", .notAFile, nil), ("empty.jpg", .empty, nil),
                ("text.jpg", .unknownFormat, nil), ("start.jpg", .unknownFormat, nil),
                ("text.jpg/below.jpg", .notFound, nil),
                (String(repeating: "a", count: 300), .unreadable, .system(ENAMETOOLONG)),
            ]
            for (name, reason, cause) in expected {
                let path = folder[name].path
                #expect(
                    Self.error(ofReading: path) == ZigguratError(reason, path, cause: cause))
            }
        }
    }

    @Test(.enabled(if: geteuid() != 0, "everything is readable to the superuser"))
    func `A file without read permission is unreadable`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write("secret", to: "secret.jpg")
            try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: file.path)
            let error = try #require(Self.error(ofReading: file.path))
            #expect(error.reason as? SourceError == .unreadable)
            #expect(error.cause == .system(EACCES))
        }
    }

    struct Kind: CustomTestStringConvertible {
        let file: String
        let options: String
        var testDescription: String { "\(file)[\(options)]" }
    }

    @Test(arguments: [
        Kind(file: "baseline.jpg", options: "Q=90"),
        Kind(file: "restarts.jpg", options: "restart-interval=5"),
        Kind(file: "progressive.jpg", options: "interlace"),
        Kind(file: "plain.png", options: ""), Kind(file: "interlaced.png", options: "interlace"),
        Kind(file: "striped.tif", options: "compression=deflate"),
        Kind(file: "tiled.tif", options: "tile"), Kind(file: "lossy.webp", options: ""),
        Kind(file: "lossless.webp", options: "lossless"), Kind(file: "colours.gif", options: ""),
    ])
    func `A file that is truncated anywhere is an error`(_ kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            let whole = try await TestPicture(width: 301, height: 407)
                .write(to: folder[kind.file], options: kind.options)
            #expect(Self.error(ofReading: whole.path) == nil)
            let bytes = try Data(contentsOf: whole)
            let cut = folder["cut-\(kind.file)"]
            var codes: Set<ZigguratError.Code> = []
            for step in 0..<40 {
                // The end of the file has more steps than its beginning.
                let share = 1 - pow(1 - Double(step) / 40, 2)
                try bytes.prefix(max(1, Int(Double(bytes.count) * share))).write(to: cut)
                guard let error = Self.error(ofReading: cut.path) else {
                    Issue.record("\(step) of 40: \(kind.file) is taken for a whole picture")
                    continue
                }
                #expect(error.reason is SourceError && error.subject == cut.path)
                codes.insert(error.code)
            }
            // The format of one or two bytes is unknown.
            #expect(codes.isSubset(of: [.truncatedSource, .unknownFormat]))
            try bytes.prefix(bytes.count / 2).write(to: cut)
            #expect(Self.error(ofReading: cut.path)?.code == .truncatedSource)
        }
    }

    /// The first of these bytes is the marker of the frame header, and the fourth is its depth.
    @Test(arguments: [
        (0, 0xC3, SourceError.Feature.format("lossless JPEG")),
        (0, 0xC5, .format("hierarchical JPEG")), (3, 12, .bitsPerSample(12)),
    ])
    func `A JPEG of an unsupported kind is named`(
        _ change: (place: Int, value: Int, feature: SourceError.Feature)
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 40, height: 30).write(to: folder["kind.jpg"])
            var bytes = try Data(contentsOf: file)
            let frame = try #require(bytes.range(of: Data([0xFF, 0xC0])))
            bytes[frame.lowerBound + 1 + change.place] = UInt8(change.value)
            try bytes.write(to: file)
            let error = #expect(throws: ZigguratError.self) { try SourceImage(path: file.path) }
            #expect(error?.reason as? SourceError == .unsupported(change.feature))
            #expect(error?.subject == file.path)
        }
    }

    @Test func `A JPEG that lacks only its end marker counts as complete`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 301, height: 407).write(to: folder["a.jpg"])
            let bytes = try Data(contentsOf: file)
            try bytes.dropLast(2).write(to: file)
            #expect(Self.error(ofReading: file.path) == nil)
        }
    }

    /// Damage may go unnoticed, but must not crash or hang the program.
    @Test(arguments: ["jpg", "png"], 0..<4)
    func `Random damage gives an image or an error with the file's name`(
        _ ending: String, _ part: Int
    ) async throws {
        try await TemporaryFolder.with { folder in
            let whole = try await TestPicture(width: 120, height: 90)
                .write(
                    to: folder["whole.\(ending)"], options: part % 2 == 1 ? "interlace" : "")
            let bytes = try Data(contentsOf: whole)
            let damaged = folder["damaged.\(ending)"]
            for number in 0..<50 {
                var random = SeededGenerator(1000 * part + number)
                var copy = bytes
                for _ in 0..<Int.random(in: 1...8, using: &random) {
                    // Most damage is in the header, where damage has most effects.
                    let reach = Bool.random(using: &random) ? min(700, copy.count) : copy.count
                    copy[Int.random(in: 0..<reach, using: &random)] = UInt8.random(
                        in: 0...255, using: &random)
                }
                try copy.write(to: damaged)
                if let error = Self.error(ofReading: damaged.path) {
                    #expect(error.reason is SourceError && error.subject == damaged.path)
                    #expect(error.cause?.description.contains(where: \.isNewline) != true)
                }
            }
        }
    }

    /// Returns the error of exporting the file; `nil` on success.
    private static func error(ofReading path: String) -> ZigguratError? {
        let cut = TilingPass(
            tileSize: PixelSize(square: 256), overlap: 0, encoding: TileEncoding(.jpeg),
            edges: [.crop], reductions: [0, 1])
        do throws(ZigguratError) {
            try PyramidBuilder(passes: [cut], threadCount: 1)
                .build(SourceImage(path: path), into: TileStore())
            return nil
        } catch {
            return error
        }
    }
}
