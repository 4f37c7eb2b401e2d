import Foundation
import TestSupport
import Testing
import ZigguratKit

/// One small image of each kind of source that a live server reads.
enum LiveSources {
    static let names = [
        "archive", "clear", "deep", "film", "gamut", "grey", "indexed", "ink", "map", "modern",
        "photo",
        "pieces", "plain", "slide", "tiled", "turned", "wavelet", "web",
    ]

    /// Writes the images into the folder `images`.
    static func draw(in folder: TemporaryFolder) async throws {
        let images = folder["images"]
        try FileManager.default.createDirectory(at: images, withIntermediateDirectories: true)
        let picture = TestPicture(width: 360, height: 290)
        let plain = images.appending(path: "plain.png")
        try await picture.write(to: plain)
        try await picture.write(to: images.appending(path: "photo.jpg"))
        try await picture.write(
            to: images.appending(path: "tiled.tif"),
            options: "tile,tile-width=128,tile-height=128")
        try await TestPicture(width: 150, height: 260, hasAlpha: true).write(
            to: images.appending(path: "clear.png"))
        try await picture.write(to: images.appending(path: "wavelet.jp2"))
        let commands = [
            ["colourspace", "plain.png", "deep.tif", "rgb16"],
            ["icc_transform", "plain.png", "gamut.jpg", "p3", "--input-profile", "srgb"],
            ["copy", "plain.png", "modern.avif[Q=60,effort=0]"],
            ["copy", "plain.png", "film.heic[Q=60]"],
            [
                "tiffsave", "plain.png", "slide.svs", "--tile", "--tile-width", "128",
                "--tile-height", "128", "--pyramid", "--compression", "jpeg", "--strip",
            ],
        ]
        for command in commands {
            try await Shell.run("vips", command, in: images).orThrow()
        }
        let description = "Aperio Image Library v1.0\n360x290 [0,0 360x290] (128x128) JPEG/RGB"
        try await Shell.run("tiffset", ["-s", "270", description, "slide.svs"], in: images)
            .orThrow()
        try await Judge.run(
            script: """
                from PIL import Image
                plain = Image.open("plain.png")
                plain.convert("P", palette=Image.ADAPTIVE, colors=64).save("indexed.png")
                plain.convert("CMYK").save("ink.jpg")
                plain.convert("L").save("grey.jpg")
                plain.save("web.webp", quality=80)
                exif = Image.Exif()
                exif[0x0112] = 6
                plain.save("turned.jpg", exif=exif)
                """, in: images
        ).orThrow()
        try await drawPieces(of: plain, in: images)
    }

    /// Writes lists of two adjacent pieces and of the tiles of an archive, and the archive itself.
    private static func drawPieces(of plain: URL, in images: URL) async throws {
        let hidden = images.appending(path: ".pieces")
        try FileManager.default.createDirectory(at: hidden, withIntermediateDirectories: true)
        for (name, x) in [("a.png", "0"), ("b.png", "200")] {
            let piece = hidden.appending(path: name).path
            try await Shell.run("vips", ["crop", plain.path, piece, x, "0", "160", "290"])
                .orThrow()
        }
        let list = """
            {"mosaic": [{"file": ".pieces/a.png", "x": 0, "y": 0},
            {"file": ".pieces/b.png", "x": 160, "y": 0}]}
            """
        try Data(list.utf8).write(to: images.appending(path: "pieces.json"))
        let options = Exporter.Options(layouts: [.xyz], container: .pmtiles)
        try Exporter(destination: hidden.path, options: options).export(plain.path)
        let files = try FileManager.default.subpathsOfDirectory(atPath: hidden.path)
        let archive = try #require(files.first { $0.hasSuffix(".pmtiles") })
        try FileManager.default.copyItem(
            at: hidden.appending(path: archive), to: images.appending(path: "map.pmtiles"))
        let map = try PMTilesPieces.list(
            of: hidden.appending(path: archive).path, file: ".pieces/\(archive)")
        try Data(map.text.utf8).write(to: images.appending(path: "archive.json"))
    }
}
