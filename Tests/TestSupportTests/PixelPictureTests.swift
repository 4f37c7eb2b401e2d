import Foundation
import TestSupport
import Testing

/// Images are read back with the pixels that were written, and differences are detected.
@Suite struct PixelPictureTests {
    @Test(arguments: ["png", "tif", "ppm", "webp"], [(300, 200), (1, 1), (1, 257)])
    func losslessFormatsComeBackExactly(ending: String, size: (width: Int, height: Int))
        async throws
    {
        let picture = TestPicture(width: size.width, height: size.height)
        try await TemporaryFolder.with { folder in
            let file = try await picture.write(
                to: folder["picture.\(ending)"], options: ending == "webp" ? "lossless" : "")
            #expect(try await PixelPicture.read(file) == picture.pixels())
        }
    }

    @Test func alphaComesBack() async throws {
        let picture = TestPicture(width: 200, height: 100, hasAlpha: true)
        try await TemporaryFolder.with { folder in
            let read = try await PixelPicture.read(picture.write(to: folder["picture.png"]))
            #expect(read == picture.pixels())
            #expect(
                Set(stride(from: 3, to: read.samples.count, by: 4).map { read.samples[$0] })
                    == [0, 128, 255])
            let opaque = TestPicture(width: 200, height: 100).pixels()
            #expect(read.withoutAlpha() == opaque)
            #expect(throws: (any Error).self) { try read.difference(from: opaque) }
        }
    }

    @Test func jpegIsCloseAndMarkedlyCloserThanAnotherPicture() async throws {
        let picture = TestPicture(width: 500, height: 400)
        try await TemporaryFolder.with { folder in
            let file = try await picture.write(
                to: folder["picture.jpg"], options: "Q=95,subsample-mode=off")
            let read = try await PixelPicture.read(file)
            let difference = try read.difference(from: picture.pixels())
            #expect(difference.mean > 0 && difference.mean < 3)
            #expect(difference.worstBlock.mean < 6)
            // An image that is shifted by one pixel differs.
            let aside = picture.pixels().cropped(x: 1, y: 0, width: 499, height: 400)
            let cropped = read.cropped(x: 0, y: 0, width: 499, height: 400)
            #expect(try cropped.difference(from: aside).worstBlock.mean > 12)
        }
    }

    @Test func manyFilesComeBackInOrder() async throws {
        try await TemporaryFolder.with { folder in
            let sizes = (1...30).map { (width: $0 * 7, height: 211 - $0 * 7) }
            var files: [URL] = []
            let whole = TestPicture(width: 210, height: 210).pixels()
            try await TestPicture(width: 210, height: 210).write(to: folder["whole.png"])
            for (index, size) in sizes.enumerated() {
                let file = folder["a name [with] signs \(index).png"]
                try await Shell.run(
                    "vips",
                    [
                        "crop", folder["whole.png"].path, folder["part.png"].path, "0", "0",
                        "\(size.width)", "\(size.height)",
                    ]
                ).orThrow()
                try FileManager.default.moveItem(at: folder["part.png"], to: file)
                files.append(file)
            }
            let grey = folder["grey.png"]
            try await Shell.run(
                "vips", ["extract_band", folder["whole.png"].path, grey.path, "0"]
            ).orThrow()
            let pictures = try await PixelPicture.read(files + [grey])
            #expect(pictures.count == 31)
            for (size, picture) in zip(sizes, pictures) {
                #expect(
                    picture
                        == whole.cropped(x: 0, y: 0, width: size.width, height: size.height))
            }
            let last = try #require(pictures.last)
            #expect(last.bands == 3 && last[9, 9] == [UInt8](repeating: whole[9, 9][0], count: 3))
        }
    }

    @Test func swappedTileStandsOut() throws {
        let right = TestPicture(width: 1024, height: 768).pixels()
        var samples = right.samples
        // Swap the tiles of 64 pixels at (128, 64) and (512, 384).
        for row in 0..<64 {
            for sample in 0..<64 * 3 {
                samples.swapAt(
                    ((64 + row) * 1024 + 128) * 3 + sample,
                    ((384 + row) * 1024 + 512) * 3 + sample)
            }
        }
        let wrong = PixelPicture(width: 1024, height: 768, bands: 3, samples: samples)
        let difference = try wrong.difference(from: right, block: 64)
        #expect(difference.mean < 1)
        #expect(difference.worstBlock.mean > 20)
        let places = [(128, 64), (512, 384)]
        #expect(places.contains { $0 == (difference.worstBlock.x, difference.worstBlock.y) })
        #expect(try right.difference(from: right).largest == 0)
    }

    @Test func boxesAreMeans() {
        let picture = PixelPicture(
            width: 3, height: 2, bands: 3,
            samples: [0, 10, 20, 2, 10, 21, 9, 9, 9, 4, 10, 20, 7, 10, 20, 250, 0, 10])
        let small = picture.reduced(by: 2)
        #expect(small.width == 2 && small.height == 1)
        #expect(small.samples == [3, 10, 20, 130, 5, 10])
        #expect(small.means == [66.5, 7.5, 15])
    }

    @Test func damagedFileIsNotRead() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 400, height: 400)
                .write(to: folder["picture.jpg"])
            try folder.write(try Data(contentsOf: file).prefix(9000), to: "short.jpg")
            try folder.write("not a picture", to: "text.jpg")
            for name in ["short.jpg", "text.jpg", "absent.jpg"] {
                await #expect(throws: (any Error).self) {
                    try await PixelPicture.read([file, folder[name]])
                }
            }
        }
    }

    @Test func photographsAreThere() async throws {
        #expect(try RealPhotographs.all().count == 15)
        let small = try await PixelPicture.read(RealPhotographs.photograph("Picture_1A"))
        #expect(small.width == 1365 && small.height == 1074)
        for (orientation, file) in try RealPhotographs.orientations() {
            let said = try await Shell.run("vipsheader", ["-f", "orientation", file.path]).orThrow()
            #expect(said.output == "\(orientation)\n")
        }
    }

    @Test func repeatedPictureHasItsSize() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: 64, height: 64)
                .writeRepeated(to: folder["big.jpg"], width: 5000, height: 130)
            let read = try await PixelPicture.read(file)
            #expect(read.width == 5000 && read.height == 130)
        }
    }
}
