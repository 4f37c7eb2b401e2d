import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratDecoders
@testable import ZigguratImaging
@testable import ZigguratSources

/// Orientation by Exif, and rotation on request.
@Suite struct OrientationTests {
    /// The temporary file is in memory or on disk; the result is compared with vips.
    @Test(arguments: 1...8, SourceRequest.Rotation.allCases)
    func `Orientation and rotation give the pixels of vips`(
        _ orientation: Int, _ rotation: SourceRequest.Rotation
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.turned(orientation, "jpg", in: folder)
            let expected = try await PixelPicture.read(
                Vips.prepare(file, Self.steps(rotation), in: folder))
            let source = try SourceImage(
                path: file.path, request: SourceRequest(rotation: rotation))
            #expect(
                source.header.size == PixelSize(width: expected.width, height: expected.height))
            let isSame = try source.pixels() == expected
            #expect(isSame)
            let upright = source.plan.orientation
            guard !upright.keepsRowOrder else { return }
            let turned = try TurnedSource(
                JPEGRowReader(path: file.path).unsafelyUnwrapped, upright, memoryLimit: 0
            ) { true }
            let isSameFromDisk = try RowStrips.samples(of: turned) == expected.samples
            #expect(isSameFromDisk)
            let isSameInRows = try RowStrips.samples(of: BlockRowReader(turned)) == expected.samples
            #expect(isSameInRows)
        }
    }

    @Test(arguments: ["tif", "webp", "png", "avif", "heic"], 1...8)
    func `Exif orientation is applied in every format`(_ ending: String, _ orientation: Int)
        async throws
    {
        try await TemporaryFolder.with { folder in
            let file = try await Self.turned(orientation, ending, in: folder)
            let expected = try await PixelPicture.read(
                Vips.prepare(file, [["autorot"]], in: folder))
            let isSame = try SourceImage(path: file.path).pixels() == expected
            #expect(isSame)
            // libheif turns the image by the file's boxes, and vips removes the orientation of
            // Exif.
            let turnsByBoxes = ["avif", "heic"].contains(ending)
            #expect((expected.width < expected.height) == (orientation > 4 && !turnsByBoxes))
        }
    }

    /// The expected image is the original image, turned by vips.
    @Test(arguments: ["avif", "heic"])
    func `HEIC and AVIF are turned by their own boxes`(_ ending: String) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 211, height: 130).write(to: folder["picture.png"])
            try await Vips.run("copy", "picture.png", "plain.\(ending)[Q=90]", in: folder)
            for turn in TurnedHEIF.Turn.allCases {
                let file = folder["\(turn).\(ending)"]
                try FileManager.default.copyItem(at: folder["plain.\(ending)"], to: file)
                try TurnedHEIF.insert(turn, into: file)
                let step = turn.step
                let right = try await PixelPicture.read(
                    Vips.prepare(folder["picture.png"], [step], in: folder))
                let wrong = try await PixelPicture.read(
                    Vips.prepare(folder["picture.png"], [step, ["rot", "d180"]], in: folder))
                let pixels = try SourceImage(path: file.path).pixels()
                let difference = try pixels.difference(from: right).mean
                #expect(difference < 4, "\(turn)")
                #expect(try pixels.difference(from: wrong).mean > 4 * difference, "\(turn)")
            }
        }
    }

    /// The region is in coordinates of the turned image.
    @Test(arguments: 1...8)
    func `A region is cropped from the turned image`(_ orientation: Int) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.turned(orientation, "jpg", in: folder)
            let crop = PixelRegion(x: 31, y: 17, width: 60, height: 83)
            let steps = Self.steps(.quarter) + [["crop", "31", "17", "60", "83"]]
            let expected = try await PixelPicture.read(Vips.prepare(file, steps, in: folder))
            let request = SourceRequest(rotation: .quarter, crop: crop)
            let isSame = try SourceImage(path: file.path, request: request).pixels() == expected
            #expect(isSame)
        }
    }

    @Test func `The comparison detects a wrong orientation`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.turned(6, "jpg", in: folder)
            let source = try SourceImage(path: file.path)
            let right = try await PixelPicture.read(Vips.prepare(file, [["autorot"]], in: folder))
            let wrong = try await PixelPicture.read(
                Vips.prepare(file, [["autorot"], ["flip", "vertical"]], in: folder))
            let pixels = try source.pixels()
            #expect(pixels == right && pixels != wrong)
        }
    }

    @Test func `Turning an image can be cancelled`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.turned(6, "jpg", in: folder)
            let source = try SourceImage(path: file.path)
            var questions = 0
            let error = #expect(throws: ZigguratError.self) {
                _ = try source.makeReading(keepsAlpha: false, background: .white) {
                    questions += 1
                    return questions < 2
                }
            }
            #expect(error?.code == .cancelled && questions == 2)
        }
    }

    /// Small images need no temporary file.
    @Test func `The plan states the temporary file of a turned image`() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["large.jpg"]
            try await TestPicture(width: 500, height: 500).writeRepeated(
                to: file, width: 6000, height: 4000, options: "strip")
            #expect(try SourceImage(path: file.path).header.temporaryBytes == 0)
            try ExifSegment.insert(orientation: 6, into: file)
            let header = try SourceImage(path: file.path).header
            #expect(header.temporaryBytes == 6000 * 4000 * 3)
            #expect(header.conversions == [.turnedUpright(exif: 6)])
            let small = SourceRequest(fit: PixelSize(square: 1000))
            #expect(try SourceImage(path: file.path, request: small).header.temporaryBytes == 0)
        }
    }

    private static func steps(_ rotation: SourceRequest.Rotation) -> [[String]] {
        [["autorot"]] + (rotation == .none ? [] : [["rot", "d\(rotation.rawValue)"]])
    }

    /// Returns a file with an orientation, which vips copies from a JPEG into other formats.
    private static func turned(
        _ orientation: Int, _ ending: String, in folder: TemporaryFolder
    ) async throws -> URL {
        let jpeg = try await TestPicture(width: 211, height: 130).write(
            to: folder["turned.jpg"], options: "strip")
        try ExifSegment.insert(orientation: orientation, into: jpeg)
        guard ending != "jpg" else { return jpeg }
        let file = folder["turned.\(ending)"]
        try await Vips.run("copy", jpeg.path, file.path, in: folder)
        return file
    }
}
