import Foundation
import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@testable import ZigguratImaging

@Suite("A sample image that is written")
struct SampleImageTests {
    /// All pixels, as the function draws them.
    private func drawn(_ picture: SamplePicture) -> [UInt8] {
        let row = 3 * picture.width
        return [UInt8](unsafeUninitializedCapacity: row * picture.height) { bytes, count in
            guard let first = bytes.baseAddress else { return }
            for y in 0..<picture.height {
                picture.draw(row: y, columns: 0..<picture.width, into: first + y * row)
            }
            count = row * picture.height
        }
    }

    @Test(
        "every row of a lossless file is what the function says",
        arguments: [
            (1, 1, "a.png"), (1, 257, "a.png"), (257, 1, "a.png"), (300, 200, "a.png"),
            (300, 200, "a.tif"), (30, 20, "A.PNG"), (280, 300, "a.tiff"), (1_100, 90, "a.png"),
        ])
    func lossless(_ width: Int, _ height: Int, _ name: String) throws {
        let folder = try SampleFolder()
        try SampleImage(width: width, height: height).write(to: folder.path(name))
        #expect(try folder.names() == [name])
        let file = try DecodedSample(folder.path(name))
        #expect(file.width == width && file.height == height)
        let picture = SamplePicture(width: width, height: height)
        let drawn = drawn(picture)
        #expect(file.bytes == drawn)
        for (x, y) in [(0, 0), (width / 2, height / 3), (width - 1, height - 1)] {
            #expect(file.pixel(x, y) == picture.pixel(x: x, y: y))
        }
        // The comparison sees a single changed byte.
        var changed = file
        changed.bytes[changed.bytes.count / 2] ^= 1
        #expect(changed.bytes != drawn)
    }

    @Test("the number of threads changes nothing", arguments: [2, 3, 8])
    func threads(_ threads: Int) throws {
        let folder = try SampleFolder()
        let image = SampleImage(width: 260, height: 200)
        try image.write(to: folder.path("one.png"), threads: 1)
        try image.write(to: folder.path("many.png"), threads: threads)
        let one = try Data(contentsOf: folder.url.appendingPathComponent("one.png"))
        let many = try Data(contentsOf: folder.url.appendingPathComponent("many.png"))
        #expect(one == many)
    }

    @Test(
        "lossy formats have the right size and about the right colours", arguments: ["jpg", "webp"])
    func lossy(_ suffix: String) throws {
        let folder = try SampleFolder()
        let path = folder.path("a.\(suffix)")
        try SampleImage(width: 300, height: 200).write(to: path)
        let file = try DecodedSample(path)
        #expect(file.width == 300 && file.height == 200)
        let right = SamplePicture(width: 300, height: 200)
        #expect(meanDifference(file, right) < 8)
        // Upside down it is another picture.
        var turned = file
        turned.bytes.reverse()
        #expect(meanDifference(turned, right) > 16)
    }

    private func meanDifference(_ file: DecodedSample, _ picture: SamplePicture) -> Double {
        var sum = 0
        var count = 0
        for y in stride(from: 3, to: picture.height, by: 7) {
            for x in stride(from: 2, to: picture.width, by: 7) {
                let a = file.pixel(x, y)
                let b = picture.pixel(x: x, y: y)
                for lane in 0..<3 { sum += abs(Int(a[lane]) - Int(b[lane])) }
                count += 3
            }
        }
        return Double(sum) / Double(count)
    }

    @Test("a file that is there is replaced")
    func replaces() throws {
        let folder = try SampleFolder()
        let path = folder.path("a [draft].png")
        try Data("an older file".utf8).write(to: URL(fileURLWithPath: path))
        try SampleImage(width: 20, height: 10).write(to: path)
        #expect(try DecodedSample(path).width == 20)
        #expect(try folder.names() == ["a [draft].png"])
    }

    @Test("progress rises to the end")
    func progress() throws {
        let folder = try SampleFolder()
        var seen: [Double] = []
        try SampleImage(width: 400, height: 300).write(to: folder.path("a.png")) {
            seen.append($0)
            return true
        }
        #expect(!seen.isEmpty)
        #expect(seen == seen.sorted())
        #expect(seen.allSatisfy { (0...1).contains($0) })
        #expect(seen.last ?? 0 > 0.5)
    }

    @Test("cancelling leaves what was there and nothing else")
    func cancel() throws {
        let folder = try SampleFolder()
        let path = folder.path("a.png")
        let older = Data("an older file".utf8)
        try older.write(to: URL(fileURLWithPath: path))
        #expect(throws: ZigguratError.sampleCancelled(path)) {
            try SampleImage(width: 300, height: 9_000).write(to: path) { _ in false }
        }
        #expect(try folder.names() == ["a.png"])
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == older)
    }
}
