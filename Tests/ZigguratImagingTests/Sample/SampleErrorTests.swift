import Foundation
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratImaging

@Suite("A sample image that cannot be written")
struct SampleErrorTests {
    private func attempt(_ width: Int, _ height: Int, _ path: String) -> ZigguratError? {
        do throws(ZigguratError) {
            try SampleImage(width: width, height: height).write(to: path)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "a size that cannot be drawn is refused before anything is written",
        arguments: [
            (0, 10), (10, 0), (-1, 10), (10, -5), (1_000_001, 1), (1, 1_000_001),
            (Int.max, Int.max),
        ])
    func size(_ width: Int, _ height: Int) throws {
        let folder = try SampleFolder()
        #expect(
            attempt(width, height, folder.path("a.png"))
                == .sampleSizeOutOfRange(width: width, height: height))
        #expect(try folder.names().isEmpty)
    }

    @Test("an ending that is not known", arguments: ["a", "a.gif", "a.", ".png.d/a", "a.jpg.txt"])
    func suffix(_ name: String) throws {
        let folder = try SampleFolder()
        let path = folder.path(name)
        let problem = try #require(attempt(10, 10, path))
        #expect(problem == .unknownSampleFormat(path))
        #expect(
            problem.description.hasSuffix("use one of .jpg, .jpeg, .png, .tif, .tiff, .webp"))
        #expect(try folder.names().isEmpty)
    }

    @Test(
        "an image larger than its format can express",
        arguments: [(65_501, 1, "a.jpg"), (1, 65_501, "a.jpeg"), (16_384, 2, "a.webp")])
    func format(_ width: Int, _ height: Int, _ name: String) throws {
        let folder = try SampleFolder()
        let problem = try #require(attempt(width, height, folder.path(name)))
        #expect(problem.code == .invalidOptions)
        #expect(problem.description.contains("pixels on a side; use a smaller --size"))
        #expect(try folder.names().isEmpty)
    }

    @Test("the largest sides that a format can express are written", arguments: ["jpg", "webp"])
    func limit(_ suffix: String) throws {
        let folder = try SampleFolder()
        let side = suffix == "jpg" ? 65_500 : 16_383
        #expect(attempt(side, 2, folder.path("a.\(suffix)")) == nil)
        #expect(try DecodedSample(folder.path("a.\(suffix)")).width == side)
    }

    @Test("a folder that is not there, and a folder in the file's place")
    func destination() throws {
        let folder = try SampleFolder()
        try FileManager.default.createDirectory(
            atPath: folder.path("b.png"), withIntermediateDirectories: false)
        for name in ["nowhere/a.png", "b.png"] {
            let problem = try #require(attempt(10, 10, folder.path(name)))
            #expect(problem.code == .unwritable)
            #expect(problem.description.contains(": cannot be written here ("))
        }
        #expect(try folder.names() == ["b.png"])
    }

    @Test(
        "each message is one line that names the file",
        arguments: [
            ZigguratError.unknownSampleFormat("x/y.gif"),
            .sampleTooLarge("x/y.gif", for: .webp),
            .sampleUnwritable("x/y.gif", reason: "no"), .sampleFailed("x/y.gif", reason: "no"),
            .sampleCancelled("x/y.gif"),
        ])
    func messages(_ error: ZigguratError) {
        #expect(error.description.hasPrefix("x/y.gif: "))
        #expect(!error.description.contains("\n"))
    }
}
