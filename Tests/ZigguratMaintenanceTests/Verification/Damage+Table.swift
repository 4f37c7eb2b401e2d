import Foundation
import TestSupport
import Testing
import ZigguratKit

private let tile = "dzi/photo_files/10/1_0.jpg"
private let drawn = PixelSize(width: 600, height: 400)

extension Damage {
    /// Changes to an export in `dzi` and `xyz`.
    static let all: [Damage] = [
        Damage("a tile is missing", .missingTile, at: tile, .missing(.tile)) {
            try $0.remove(tile)
        },
        Damage("a tile is empty", .damagedTile, at: tile, nil) {
            try $0.write([], to: tile)
        },
        Damage("a tile ends early", .damagedTile, at: tile, nil) {
            try $0.change(tile) { $0.removeLast($0.count / 2) }
        },
        Damage("a tile lacks its last byte", .damagedTile, at: tile, nil) {
            try $0.change(tile) { $0.removeLast() }
        },
        Damage("bytes follow a tile", .damagedTile, at: tile, nil) {
            try $0.change(tile) { $0 += [1, 2, 3] }
        },
        Damage("random bytes in a JPEG's data", .damagedTile, at: tile, nil) {
            try $0.change(tile) { bytes in
                let middle = bytes.count / 2
                bytes.replaceSubrange(
                    middle..<middle + 400, with: Array(repeating: 0xAA, count: 400))
            }
        },
        Damage("a JPEG's header is broken", .damagedTile, at: tile, nil) {
            try $0.change(tile) { bytes in
                bytes.replaceSubrange(4..<40, with: Array(repeating: 0, count: 36))
            }
        },
        Damage("another tile's bytes", .wrongSize, at: tile, nil) {
            try $0.copy("dzi/photo_files/10/2_1.jpg", to: tile)
        },
        Damage("a text instead of a tile", .damagedTile, at: tile, nil) {
            try $0.write("<html>404</html>", to: tile)
        },
        Damage(
            "a PNG named .jpg", .wrongFormat, at: tile, .wrongFormat(.png, expected: .jpeg)
        ) {
            let png = $0.export.appending(path: "../other.png")
            try await Shell.run(
                "vips", ["copy", $0.export.appending(path: tile).path, png.path]
            ).orThrow()
            try $0.write([UInt8](Data(contentsOf: png)), to: tile)
            try FileManager.default.removeItem(at: png)
        },
        Damage(
            "a folder with a tile's name", .missingTile, at: tile, .missing(.tile)
        ) {
            try $0.remove(tile)
            try FileManager.default.createDirectory(
                at: $0.export.appending(path: tile), withIntermediateDirectories: false)
        },
        Damage(
            "an alias is missing", .missingTile, at: "iiif3/0,0,600,400/300,200/0/default.jpg",
            nil
        ) {
            try $0.remove("iiif3/0,0,600,400/300,200/0/default.jpg")
        },
        Damage(
            "an alias with other bytes", .damagedTile,
            at: "iiif3/0,0,600,400/300,200/0/default.jpg", nil
        ) {
            try $0.copy(tile, to: "iiif3/0,0,600,400/300,200/0/default.jpg")
        },
        Damage(
            "a whole image is missing", .missingTile, at: "iiif3/full/max/0/default.jpg",
            .missing(.wholeImage)
        ) {
            try $0.remove("iiif3/full/max/0/default.jpg")
        },
        Damage(
            "an unexpected file", .extraFile, at: "xyz/2/9.jpg", .unexpectedFile
        ) {
            try $0.write("x", to: "xyz/2/9.jpg")
        },
        Damage(
            "a hidden file", .extraFile, at: "dzi/.DS_Store", .unexpectedFile
        ) {
            try $0.write("x", to: "dzi/.DS_Store")
        },
        Damage("a file beside the bundles", .extraFile, at: "photo/notes.txt", .unexpectedFile) {
            try $0.write("x", to: "notes.txt")
        },
        Damage("a folder beside the bundles", .extraFile, at: "photo/old", .unexpectedFolder) {
            try FileManager.default.createDirectory(
                at: $0.export.appending(path: "old"), withIntermediateDirectories: false)
        },
        Damage("broken XML", .descriptor, at: "dzi/photo.dzi", nil) {
            try $0.replace("</Image>", with: "", in: "dzi/photo.dzi")
        },
        Damage("XML with another root", .descriptor, at: "dzi/photo.dzi", nil) {
            try $0.write("<Bild/>", to: "dzi/photo.dzi")
        },
        Damage("broken JSON", .descriptor, at: "iiif3/info.json", nil) {
            try $0.change("iiif3/info.json") { $0.removeLast(4) }
        },
        Damage(
            "a wrong tile size", .descriptor, at: "dzi/photo.dzi",
            .contradiction(.tileSize(256, actual: 254))
        ) {
            try $0.replace("\"254\"", with: "\"256\"", in: "dzi/photo.dzi")
        },
        Damage(
            "a wrong overlap", .descriptor, at: "dzi/photo.dzi",
            .contradiction(.overlap(2, actual: 1))
        ) {
            try $0.replace("Overlap=\"1\"", with: "Overlap=\"2\"", in: "dzi/photo.dzi")
        },
        Damage(
            "a wrong format", .descriptor, at: "dzi/photo.dzi",
            .contradiction(.tileFormat(.png, actual: .jpeg))
        ) {
            try $0.replace("\"jpg\"", with: "\"png\"", in: "dzi/photo.dzi")
        },
        Damage("an unknown format", .descriptor, at: "dzi/photo.dzi", nil) {
            try $0.replace("\"jpg\"", with: "\"bmp\"", in: "dzi/photo.dzi")
        },
        Damage(
            "a wrong width", .descriptor, at: "dzi/photo.dzi",
            .contradiction(.imageSize(PixelSize(width: 601, height: 400), actual: drawn))
        ) {
            try $0.replace("\"600\"", with: "\"601\"", in: "dzi/photo.dzi")
        },
        Damage("no width", .descriptor, at: "dzi/photo.dzi", nil) {
            try $0.replace("Width=\"600\"", with: "", in: "dzi/photo.dzi")
        },
        Damage(
            "a wrong height of IIIF", .descriptor, at: "iiif3/info.json",
            .contradiction(.imageSize(PixelSize(width: 600, height: 401), actual: drawn))
        ) {
            try $0.replace("400", with: "401", in: "iiif3/info.json")
        },
        Damage(
            "a missing scale factor", .descriptor, at: "iiif3/info.json",
            .contradiction(.levels(1, actual: 2))
        ) {
            try $0.replace(",\n        2", with: "", in: "iiif3/info.json")
        },
        Damage("no profile", .descriptor, at: "iiif3/info.json", nil) {
            try $0.replace("\"profile\"", with: "\"prolile\"", in: "iiif3/info.json")
        },
        Damage(
            "a missing descriptor", .missingFile, at: "dzi/photo.dzi", .missing(.file)
        ) {
            try $0.remove("dzi/photo.dzi")
        },
        Damage(
            "an empty descriptor", .missingFile, at: "dzi/photo.dzi", .empty(.file)
        ) {
            try $0.write([], to: "dzi/photo.dzi")
        },
        Damage(
            "broken JSON besides", .descriptor, at: "iiif3/manifest.json", .invalidJSON
        ) {
            try $0.change("iiif3/manifest.json") { $0.removeLast(4) }
        },
        Damage(
            "a missing page", .missingFile, at: "xyz/index.html", .missing(.pageFile)
        ) {
            try $0.remove("xyz/index.html")
        },
        Damage(
            "a script of the page is missing", .missingFile, at: "xyz/viewer/ziggurat.js",
            .missing(.pageFile)
        ) {
            try $0.remove("xyz/viewer/ziggurat.js")
        },
        Damage(
            "a script of the page is empty", .missingFile, at: "xyz/viewer/ziggurat.js",
            .empty(.pageFile)
        ) {
            try $0.write([], to: "xyz/viewer/ziggurat.js")
        },
        Damage("a missing thumbnail", .missingFile, at: "photo/thumbnail.jpg", .missing(.thumbnail))
        {
            try $0.remove("thumbnail.jpg")
        },
        Damage("a truncated thumbnail", .damagedTile, at: "photo/thumbnail.jpg", nil) {
            try $0.change("thumbnail.jpg") { $0.removeLast($0.count / 2) }
        },
        Damage("a bundle is missing", .missingFile, at: "photo/xyz", .missing(.bundle)) {
            try $0.remove("xyz")
        },
        Damage(
            "a wrong number of tiles", .manifest, at: "photo/ziggurat.json",
            .wrongCount(.tiles, stated: 18, actual: 17, bundle: "dzi")
        ) {
            try $0.replace("\"tiles\" : 17", with: "\"tiles\" : 18", in: "ziggurat.json")
        },
        Damage(
            "a wrong number of levels", .manifest, at: "photo/ziggurat.json",
            .wrongCount(.levels, stated: 12, actual: 11, bundle: "dzi")
        ) {
            try $0.replace("\"levels\" : 11", with: "\"levels\" : 12", in: "ziggurat.json")
        },
        Damage("a manifest of the future", .manifest, at: "photo/ziggurat.json", .invalidManifest) {
            try $0.replace("\"format\" : 3,", with: "\"format\" : 9999,", in: "ziggurat.json")
        },
        Damage("a broken manifest", .manifest, at: "photo/ziggurat.json", .invalidManifest) {
            try $0.change("ziggurat.json") { $0.removeLast(9) }
        },
    ]
}
