import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// A smaller image is made from the smallest level of the file that is large enough.
@Suite struct LevelReadingTests {
    private static let trust = SourceRequest.Trust(allowsUntrusted: true)
    private static let size = PixelSize(width: 801, height: 603)
    private static let pyramids = [
        "pages.tif[tile,tile-width=128,tile-height=128,pyramid]",
        "directories.tif[tile,tile-width=128,tile-height=128,pyramid,subifd]",
        "resolutions.jp2[tile-width=256,tile-height=256]",
        "one-tile.jp2[tile-width=1024,tile-height=1024,lossless]",
    ]

    @Test(arguments: pyramids)
    func `The smallest level that is large enough is read`(_ kind: String) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: Self.size.width, height: Self.size.height)
                .write(to: folder["rgb.v"])
            try await Vips.run("copy", "rgb.v", kind, in: folder)
            let path = folder[String(kind.prefix { $0 != "[" })].path
            for (fit, target, halvings) in [
                (PixelSize(square: 900), Self.size, 0),
                (PixelSize(square: 500), PixelSize(width: 500, height: 376), 0),
                (PixelSize(square: 400), PixelSize(width: 400, height: 301), 1),
                (PixelSize(square: 150), PixelSize(width: 150, height: 113), 2),
            ] {
                let request = SourceRequest(fit: fit)
                let source = try SourceImage(path: path, request: request, trust: Self.trust)
                #expect(source.header.size == target)
                let level = source.header.conversions.compactMap { step in
                    if case .level(let size) = step { size } else { nil }
                }
                #expect(level.count == (halvings == 0 ? 0 : 1))
                if let level = level.first {
                    #expect((Self.size.width >> halvings) - level.width <= 0)
                    #expect(abs(level.width - Self.size.width >> halvings) <= 1)
                    let isTold = source.header.conversions.contains(
                        .reduced(from: Self.size, to: target))
                    #expect(isTold == (level != target))
                }
                let scale = "\(Double(target.width) / Double(Self.size.width))"
                let expected = try await PixelPicture.read(
                    Vips.prepare(
                        folder["rgb.v"],
                        [
                            [
                                "resize", scale, "--vscale",
                                "\(Double(target.height) / Double(Self.size.height))",
                            ]
                        ], in: folder))
                #expect(try source.pixels().difference(from: expected).mean < 6)
            }
        }
    }

    /// vips crops before it reduces; a region that is off by more than that difference fails. Each
    /// kind is turned differently.
    @Test(arguments: zip(pyramids, SourceRequest.Rotation.allCases))
    func `A region is read from the smallest level that is large enough`(
        _ kind: String, _ rotation: SourceRequest.Rotation
    ) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: Self.size.width, height: Self.size.height)
                .write(to: folder["rgb.v"])
            try await Vips.run("copy", "rgb.v", kind, in: folder)
            let path = folder[String(kind.prefix { $0 != "[" })].path
            for (crop, side, halvings) in [
                (PixelRegion(x: 31, y: 17, width: 400, height: 400), 300, 0),
                (PixelRegion(x: 31, y: 17, width: 400, height: 400), 200, 1),
                (PixelRegion(x: 200, y: 203, width: 400, height: 400), 100, 2),
                (PixelRegion(x: 203, y: 201, width: 400, height: 400), 90, 2),
                (PixelRegion(x: 600, y: 602, width: 1, height: 1), 1, 0),
            ] {
                let request = SourceRequest(
                    rotation: rotation, crop: crop, fit: PixelSize(square: side))
                let source = try SourceImage(path: path, request: request, trust: Self.trust)
                #expect(source.header.size == PixelSize(square: side))
                let levels = source.header.conversions.compactMap { step in
                    if case .level(let size) = step { size.width } else { nil }
                }
                #expect(levels.count == (halvings == 0 ? 0 : 1))
                #expect(levels.allSatisfy { abs($0 - Self.size.width >> halvings) <= 1 })
                let turn = rotation == .none ? [] : [["rot", "d\(rotation.rawValue)"]]
                func difference(movedBy offset: Int) async throws -> Double {
                    let area = [crop.x - offset, crop.y - offset, crop.width, crop.height]
                    let steps = [
                        ["extract_area"] + area.map { "\($0)" },
                        ["resize", "\(Double(side) / Double(crop.width))"],
                    ]
                    let expected = try await PixelPicture.read(
                        Vips.prepare(folder["rgb.v"], turn + steps, in: folder))
                    return try source.pixels().difference(from: expected).mean
                }
                let right = try await difference(movedBy: 0)
                #expect(right < 20, "\(crop) \(side)")
                if side > 1 {
                    let wrong = try await difference(movedBy: 4 << halvings)
                    #expect(wrong > right + 1, "\(right) \(wrong)")
                }
            }
        }
    }

    @Test func `Rotation and orientation keep the level`() async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 800, height: 600).write(to: folder["rgb.v"])
            try await Vips.run("copy", "rgb.v", "pages.tif[tile,pyramid]", in: folder)
            let request = SourceRequest(
                rotation: .quarter, fit: PixelSize(width: 300, height: 400))
            let source = try SourceImage(path: folder["pages.tif"].path, request: request)
            #expect(source.header.size == PixelSize(width: 300, height: 400))
            #expect(
                source.header.conversions.contains(.level(PixelSize(width: 400, height: 300))))
            let expected = try await PixelPicture.read(
                Vips.prepare(folder["rgb.v"], [["resize", "0.5"], ["rot", "d90"]], in: folder))
            #expect(try source.pixels().difference(from: expected).mean < 4)
        }
    }

    /// The smaller level of this pyramid shows another image.
    @Test func `No data of full resolution are read from a TIFF`() async throws {
        try await TemporaryFolder.with { folder in
            try await Vips.run("black", "black.v", "800", "600", "--bands", "3", in: folder)
            try await Vips.run(
                "copy", "black.v", "black.tif[tile]", "--interpretation", "srgb", in: folder)
            let level = try await TestPicture(width: 400, height: 300)
                .write(to: folder["level.tif"], options: "tile")
            try await Shell.run(
                "tiffcp", ["black.tif", "level.tif", "pyramid.tif"], in: folder.url
            ).orThrow()
            let path = folder["pyramid.tif"].path
            let fit = SourceRequest(fit: PixelSize(width: 400, height: 300))
            let expected = try await PixelPicture.read(level)
            #expect(try SourceImage(path: path, request: fit).pixels() == expected)
            let whole = try SourceImage(path: path).pixels()
            #expect(whole.samples.allSatisfy { $0 == 0 })
        }
    }

    /// The last part of the file contains only data of the highest resolution.
    @Test func `No data of full resolution are read from a JPEG 2000`() async throws {
        try await TemporaryFolder.with { folder in
            let file = JPEG2000File(width: 800, height: 600, options: ["-p", "RPCL"])
            let url = try await file.write(to: "image.j2k", in: folder)
            let fit = SourceRequest(fit: PixelSize(width: 200, height: 200))
            let intact = try SourceImage(path: url.path, request: fit, trust: Self.trust)
            let step = ConversionStep.level(PixelSize(width: 200, height: 150))
            #expect(intact.header.conversions == [step])
            let expected = try intact.pixels()
            let wholeBefore = try SourceImage(path: url.path, trust: Self.trust).pixels()
            var bytes = try Data(contentsOf: url)
            for index in bytes.count * 3 / 4..<bytes.count - 2 { bytes[index] = 0x55 }
            try bytes.write(to: url)
            let whole = try? SourceImage(path: url.path, trust: Self.trust).pixels()
            #expect(whole != wholeBefore)
            #expect(
                try SourceImage(path: url.path, request: fit, trust: Self.trust).pixels()
                    == expected)
        }
    }

    /// Images of other shapes, colours or profiles are not levels.
    @Test(arguments: [
        ("380", "300", "srgb", false), ("400", "300", "b-w", false), ("400", "300", "srgb", true),
    ])
    func `An image of another shape, colour or profile is not a level`(
        _ width: String, _ height: String, _ colours: String, _ isLevel: Bool
    ) async throws {
        try await TemporaryFolder.with { folder in
            let sizes = [("first", "800", "600", "srgb"), ("second", width, height, colours)]
            for (name, width, height, colours) in sizes {
                try await Vips.run(
                    "black", "black.v", width, height, "--bands", colours == "srgb" ? "3" : "1",
                    in: folder)
                try await Vips.run(
                    "copy", "black.v", "\(name).tif", "--interpretation", colours, in: folder)
            }
            try await Shell.run(
                "tiffcp", ["first.tif", "second.tif", "all.tif"], in: folder.url
            ).orThrow()
            let request = SourceRequest(fit: PixelSize(width: 200, height: 200))
            let header = try SourceImage(path: folder["all.tif"].path, request: request).header
            let hasLevel = header.conversions.contains(.level(PixelSize(width: 400, height: 300)))
            #expect(hasLevel == isLevel)
        }
    }
}
