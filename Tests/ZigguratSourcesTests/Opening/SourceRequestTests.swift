import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Pages, regions and sizes of a source, compared with vips.
@Suite struct SourceRequestTests {
    struct Case: CustomTestStringConvertible {
        let file: String
        let request: SourceRequest
        /// The options of vips to open the file.
        var opening = ""
        /// The further operations of vips.
        var steps: [[String]] = []
        var conversions: [String] = []
        var testDescription: String { "\(file) \(opening) \(steps)" }
    }

    static let cases: [Case] = [
        Case(file: "pages.tif", request: SourceRequest(page: 2), opening: "[page=1]"),
        Case(file: "pages.tif", request: SourceRequest(page: 3), opening: "[page=2]"),
        Case(file: "frames.gif", request: SourceRequest(page: 3), opening: "[page=2]"),
        Case(file: "frames.webp", request: SourceRequest(page: 2), opening: "[page=1]"),
        Case(
            file: "pages.pdf", request: SourceRequest(page: 2, density: 144),
            opening: "[page=1,dpi=144]", conversions: ["drawn at 144 dots an inch"]),
        Case(
            file: "pages.pdf", request: SourceRequest(), opening: "[dpi=300]",
            conversions: ["drawn at 300 dots an inch"]),
        Case(
            file: "pages.pdf", request: SourceRequest(fit: PixelSize(width: 1000, height: 900)),
            opening: "[dpi=360]", conversions: ["drawn at 360 dots an inch"]),
        Case(
            file: "pages.pdf",
            request: SourceRequest(rotation: .quarter, fit: PixelSize(width: 1000, height: 1000)),
            opening: "[dpi=360]", steps: [["rot", "d90"]],
            conversions: ["drawn at 360 dots an inch", "rotated by 90° clockwise"]),
        Case(
            file: "drawing.svg", request: SourceRequest(density: 144), opening: "[dpi=144]",
            steps: [Vips.onWhite], conversions: ["drawn at 144 dots an inch"]),
        Case(
            file: "drawing.svg", request: SourceRequest(fit: PixelSize(width: 900, height: 800)),
            opening: "[dpi=216]", steps: [Vips.onWhite],
            conversions: ["drawn at 216 dots an inch"]),
        Case(
            file: "drawing.svg",
            request: SourceRequest(rotation: .quarter, fit: PixelSize(width: 1000, height: 900)),
            opening: "[dpi=216]", steps: [Vips.onWhite, ["rot", "d90"]],
            conversions: ["drawn at 216 dots an inch", "rotated by 90° clockwise"]),
        Case(
            file: "photo.png",
            request: SourceRequest(crop: PixelRegion(x: 40, y: 100, width: 300, height: 200)),
            steps: [["crop", "40", "100", "300", "200"]],
            conversions: ["cut out of 777×523 pixels at 40,100"]),
        Case(
            file: "photo.png", request: SourceRequest(fit: PixelSize(width: 259, height: 999)),
            steps: [["resize", "0.333333333", "--vscale", "0.3326959847"]],
            conversions: ["reduced from 777×523 to 259×174 pixels"]),
        Case(
            file: "alpha.png", request: SourceRequest(fit: PixelSize(width: 259, height: 999)),
            steps: [Vips.onWhite, ["resize", "0.333333333", "--vscale", "0.3326959847"]],
            conversions: ["reduced from 777×523 to 259×174 pixels"]),
        // 777 × 523 × 3 bytes are 1.219 MB, so each side shrinks by the square root of one half.
        Case(
            file: "photo.png", request: SourceRequest(megabyteLimit: 0.6095),
            steps: [["resize", "0.7065637", "--vscale", "0.705545"]],
            conversions: ["reduced from 777×523 to 549×369 pixels"]),
        Case(
            file: "photo.png",
            request: SourceRequest(
                rotation: .half, crop: PixelRegion(x: 7, y: 3, width: 600, height: 400),
                fit: PixelSize(width: 300, height: 300)),
            steps: [["rot", "d180"], ["crop", "7", "3", "600", "400"], ["resize", "0.5"]],
            conversions: [
                "rotated by 180° clockwise", "cut out of 777×523 pixels at 7,3",
                "reduced from 600×400 to 300×200 pixels",
            ]),
        // Images are not enlarged.
        Case(file: "photo.png", request: SourceRequest(fit: PixelSize(square: 5000))),
    ]

    @Test(arguments: cases)
    func `A request gives the pixels of vips`(_ wanted: Case) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(wanted.file, in: folder)
            let source = try SourceImage(
                path: file.path, request: wanted.request,
                trust: SourceRequest.Trust(allowsUntrusted: true))
            let opened = URL(filePath: file.path + wanted.opening)
            let white = source.header.hasAlpha && wanted.steps.isEmpty ? [Vips.onWhite] : []
            let steps = [["extract_band", "0", "--n", "3"]]
            let prepared = try await Vips.prepare(
                opened, wanted.steps + white + (wanted.file.hasSuffix("pdf") ? steps : [["copy"]]),
                in: folder)
            let expected = try await PixelPicture.read(prepared)
            let pixels = try source.pixels()
            #expect(try pixels.difference(from: expected).mean < 0.2)
            #expect(source.header.conversions.map(\.text) == wanted.conversions)
            #expect(source.header.page == wanted.request.page ?? 1)
        }
    }

    /// Lines that are thinner than a pixel at 72 dots per inch are sharp at three times the size.
    @Test func `A drawing is rendered at the requested size`() async throws {
        try await TemporaryFolder.with { folder in
            let lines = stride(from: 0, to: 200, by: 2).map { "M0 \($0)H300" }.joined()
            let file = try folder.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">
                <rect width="300" height="200" fill="#fff"/>
                <path d="\(lines)" stroke="#204080" stroke-width="0.5"/></svg>
                """, to: "lines.svg")
            let request = SourceRequest(fit: PixelSize(width: 900, height: 900))
            let source = try SourceImage(
                path: file.path, request: request, trust: SourceRequest.Trust(allowsUntrusted: true)
            )
            #expect(source.header.size == PixelSize(width: 900, height: 600))
            let drawn = try await PixelPicture.read(
                Vips.prepare(URL(filePath: file.path + "[dpi=216]"), [Vips.onWhite], in: folder))
            let enlarged = try await PixelPicture.read(
                Vips.prepare(file, [Vips.onWhite, ["resize", "3"]], in: folder))
            let pixels = try source.pixels()
            #expect(pixels == drawn)
            #expect(try pixels.difference(from: enlarged).mean > 20)
        }
    }

    @Test func `The comparison detects another page`() async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make("pages.tif", in: folder)
            let pictures = try [1, 2, 3].map { page in
                try SourceImage(path: file.path, request: SourceRequest(page: page)).pixels()
            }
            #expect(try pictures[0].difference(from: pictures[1]).mean > 10)
            #expect(try pictures[1].difference(from: pictures[2]).mean > 10)
        }
    }

    @Test func `Levels of a pyramidal TIFF are not pages`() async throws {
        try await TemporaryFolder.with { folder in
            let picture = try await TestPicture(width: 900, height: 700).write(to: folder["a.v"])
            try await Vips.run("copy", picture.path, "pyramid.tif[tile,pyramid]", in: folder)
            try await Vips.run("copy", picture.path, "pyramid.jp2", in: folder)
            let trust = SourceRequest.Trust(allowsUntrusted: true)
            for name in ["pyramid.tif", "pyramid.jp2"] {
                let header = try SourceImage(path: folder[name].path, trust: trust).header
                #expect(header.pages == 1, "\(name)")
            }
            let pages = try await Self.make("pages.tif", in: folder)
            #expect(try SourceImage(path: pages.path).header.pages == 3)
        }
    }

    struct Refusal: CustomTestStringConvertible {
        let file: String
        var request = SourceRequest()
        var trust = SourceRequest.Trust()
        let reason: SourceError
        var testDescription: String { "\(file) \(reason)" }
    }

    @Test(arguments: [
        Refusal(
            file: "photo.png", request: SourceRequest(page: 2), reason: .noSuchPage(2, of: 1)),
        Refusal(
            file: "pages.tif", request: SourceRequest(page: 4), reason: .noSuchPage(4, of: 3)),
        Refusal(
            file: "photo.png",
            request: SourceRequest(crop: PixelRegion(x: 700, y: 0, width: 78, height: 1)),
            reason: .cropOutside(
                PixelRegion(x: 700, y: 0, width: 78, height: 1),
                of: PixelSize(width: 777, height: 523))),
        Refusal(
            file: "photo.png",
            request: SourceRequest(crop: PixelRegion(x: 1, y: 1, width: .max, height: .max)),
            reason: .cropOutside(
                PixelRegion(x: 1, y: 1, width: .max, height: .max),
                of: PixelSize(width: 777, height: 523))),
        Refusal(
            file: "photo.png", trust: SourceRequest.Trust(pixelLimit: 777 * 523 - 1),
            reason: .tooLarge(PixelSize(width: 777, height: 523), pixelLimit: 406370)),
        Refusal(
            file: "pages.pdf", reason: .untrustedDecoder(format: "pdf")),
        Refusal(
            file: "drawing.svg", reason: .untrustedDecoder(format: "svg")),
        Refusal(
            file: "bright.hdr", reason: .untrustedDecoder(format: "rad")),
    ])
    func `An invalid request is refused`(_ refusal: Refusal) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await Self.make(refusal.file, in: folder)
            let error = #expect(throws: ZigguratError.self) {
                try SourceImage(
                    path: file.path, request: refusal.request, trust: refusal.trust)
            }
            #expect(error == ZigguratError(refusal.reason, file.path))
        }
    }

    /// Makes the file with a name.
    private static func make(_ name: String, in folder: TemporaryFolder) async throws -> URL {
        let file = folder[name]
        switch file.pathExtension {
        case "pdf":
            return try folder.write(PDFDocument.bytes(pages: 3), to: name)
        case "svg":
            return try folder.write(
                """
                <svg xmlns="http://www.w3.org/2000/svg" width="300" height="200">
                <circle cx="100" cy="90" r="80" fill="#c04020"/></svg>
                """, to: name)
        default:
            break
        }
        let stem = file.deletingPathExtension().lastPathComponent
        let picture = TestPicture(width: 777, height: 523, hasAlpha: stem == "alpha")
        guard stem == "pages" || stem == "frames" else {
            return try await picture.write(to: file)
        }
        try await TestPicture(width: 300, height: 200).write(to: folder["one.png"])
        try await Vips.run("invert", "one.png", "two.png", in: folder)
        try await Vips.run("flip", "one.png", "three.png", "horizontal", in: folder)
        try await Vips.run(
            "arrayjoin", "one.png two.png three.png", "all.v", "--across", "1", in: folder)
        try await Shell.run(
            "vips", ["copy", "all.v", "\(name)[page-height=200]"], in: folder.url
        ).orThrow()
        return file
    }
}
