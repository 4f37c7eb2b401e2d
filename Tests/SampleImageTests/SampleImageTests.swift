import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import SampleImage

@Suite struct SampleImageTests {
    private static func row(_ picture: Picture, _ y: Int, _ columns: Range<Int>) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 3 * columns.count) { bytes, count in
            guard let first = bytes.baseAddress else { return }
            picture.draw(row: y, columns: columns, into: first)
            count = 3 * columns.count
        }
    }

    private static func drawn(_ width: Int, _ height: Int) -> PixelPicture {
        let picture = Picture(width: width, height: height)
        return PixelPicture(
            width: width, height: height, bands: 3,
            samples: (0..<height).flatMap { row(picture, $0, 0..<width) })
    }

    @Test(arguments: [
        (1, 1, "a.png"), (1, 257, "a.png"), (300, 200, "a.tif"), (30, 20, "A.PNG"),
        (280, 300, "a.tiff"), (1_100, 90, "a.png"),
    ])
    func `A lossless file has every drawn pixel`(
        _ width: Int, _ height: Int, _ name: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            try SampleImage(width: width, height: height).write(to: folder[name].path)
            let file = try await PixelPicture.read(folder[name])
            let expected = Self.drawn(width, height)
            #expect(file.width == width && file.height == height)
            let isSame = file.samples == expected.samples
            #expect(isSame)
        }
    }

    @Test(arguments: ["a.jpg", "a.JPEG", "a.webp"])
    func `A lossy file is close to the drawn pixels`(_ name: String) async throws {
        try await TemporaryFolder.with { folder in
            try SampleImage(width: 300, height: 200).write(to: folder[name].path)
            let file = try await PixelPicture.read(folder[name])
            #expect(try file.difference(from: Self.drawn(300, 200)).mean < 8)
        }
    }

    @Test(arguments: [
        (1, 1, 0, 0, [190, 139, 101]), (300, 200, 150, 30, [231, 187, 118]),
        (12_000, 8_000, 2_110, 4_740, [255, 220, 142]),
        (12_000, 100_000, 5_700, 50_003, [151, 110, 78]),
    ])
    func `Drawn pixels are equal on every machine`(
        _ width: Int, _ height: Int, _ x: Int, _ y: Int, _ expected: [UInt8]
    ) {
        #expect(Self.row(Picture(width: width, height: height), y, x..<x + 1) == expected)
    }

    @Test(arguments: [(700, 467), (7_000, 467), (1, 1_000_000), (20_000, 1), (20_000, 30)])
    func `A row is equal in any number of parts`(_ width: Int, _ height: Int) {
        let picture = Picture(width: width, height: height)
        for y in [0, height / 3, height * 9 / 10, height - 1] {
            let whole = Self.row(picture, y, 0..<width)
            for split in [1, width / 2, width - 1] where (1..<width).contains(split) {
                let parts = Self.row(picture, y, 0..<split) + Self.row(picture, y, split..<width)
                let isSame = parts == whole
                #expect(isSame, "row \(y) split at \(split)")
            }
        }
    }

    @Test(arguments: [
        (0, 10, "a.png", SampleError.size(width: 0, height: 10, maximum: 1_000_000)),
        (1, 1_000_001, "a.png", .size(width: 1, height: 1_000_001, maximum: 1_000_000)),
        (
            10, 10, "a.gif",
            .unknownExtension(known: ["jpg", "jpeg", "png", "tif", "tiff", "webp"])
        ),
        (65_501, 1, "a.jpg", .tooLarge(format: "JPEG", maximum: 65_500)),
        (1, 16_384, "a.webp", .tooLarge(format: "WebP", maximum: 16_383)),
    ])
    func `Invalid sizes and names are rejected`(
        _ width: Int, _ height: Int, _ name: String, _ failure: SampleError
    ) async throws {
        try await TemporaryFolder.with { folder in
            let path = folder[name].path
            #expect(throws: ZigguratError(failure, path)) {
                try SampleImage(width: width, height: height).write(to: path)
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(names.isEmpty)
        }
    }

    @Test func `A missing folder and a folder at the path are rejected`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["b.png"], withIntermediateDirectories: false)
            for (name, problem) in [
                ("nowhere/a.png", FileError.Kind.notFound), ("b.png", .notAFile),
            ] {
                let error = #expect(throws: ZigguratError.self) {
                    try SampleImage(width: 10, height: 10).write(to: folder[name].path)
                }
                #expect((error?.reason as? FileError)?.kind == problem)
                #expect(error?.subject == folder[name].path)
            }
        }
    }

    @Test func `A cancelled image does not change the older file`() async throws {
        try await TemporaryFolder.with { folder in
            let path = folder["a [draft].png"].path
            let older = Data("an older file".utf8)
            try older.write(to: folder["a [draft].png"])
            #expect(throws: ZigguratError(Cancelled(), path)) {
                try SampleImage(width: 300, height: 9_000).write(to: path) { _ in false }
            }
            #expect(try Data(contentsOf: folder["a [draft].png"]) == older)
            var seen: [Double] = []
            try SampleImage(width: 20, height: 10).write(to: path) {
                seen.append($0)
                return true
            }
            #expect(try Data(contentsOf: folder["a [draft].png"]) != older)
            #expect(seen == seen.sorted() && seen.allSatisfy { (0...1).contains($0) })
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(names == ["a [draft].png"])
        }
    }

    @Test func `Partial files that no process has locked are removed`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try folder.write("old", to: ".ziggurat-sample-1.png")
            let held = try folder.write("held", to: ".ziggurat-sample-2.png").path
            let file = FileHandle(open(held, O_RDONLY | O_CLOEXEC), path: held)
            #expect(file.lock(waits: false))
            try SampleImage(width: 20, height: 10).write(to: folder["a.png"].path)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(names.sorted() == [".ziggurat-sample-2.png", "a.png"])
            file.unlock()
        }
    }

    @Test func `Images drawn at the same time do not remove each other`() async throws {
        try await TemporaryFolder.with { folder in
            try await withThrowingTaskGroup { group in
                for number in 0..<40 {
                    group.addTask {
                        try SampleImage(width: 20, height: 10)
                            .write(to: folder["\(number).png"].path)
                    }
                }
                try await group.waitForAll()
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
            #expect(names.count == 40 && names.allSatisfy { $0.hasSuffix(".png") })
        }
    }
}
