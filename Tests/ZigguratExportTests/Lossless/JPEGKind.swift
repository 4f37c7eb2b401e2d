import Foundation
import TestSupport
import Testing

@testable import ImagingTestSupport

/// A kind of JPEG, and the way to make it.
struct JPEGKind: Sendable, CustomTestStringConvertible {
    /// The name of the file.
    let file: String
    /// The options of cjpeg.
    let options: [String]
    var width = 611
    var height = 300
    /// The Exif orientation.
    var orientation = 1
    /// Whether colour has full resolution, so that decoders do not smooth it across tiles.
    var isFine = true

    var testDescription: String { file }

    static let all: [JPEGKind] = [
        JPEGKind(file: "444.jpg", options: ["-quality", "90", "-sample", "1x1"]),
        JPEGKind(file: "420.jpg", options: ["-sample", "2x2"], isFine: false),
        JPEGKind(file: "422.jpg", options: ["-sample", "2x1"], isFine: false),
        JPEGKind(file: "440.jpg", options: ["-sample", "1x2"], isFine: false),
        JPEGKind(file: "411.jpg", options: ["-sample", "4x1"], isFine: false),
        JPEGKind(file: "large-444.jpg", options: ["-sample", "2x1,2x1,2x1"]),
        JPEGKind(file: "grey.jpg", options: ["-grayscale"]),
        JPEGKind(file: "large-grey.jpg", options: ["-grayscale", "-sample", "2x2"]),
        JPEGKind(file: "rgb.jpg", options: ["-rgb", "-sample", "1x1"]),
        JPEGKind(file: "progressive.jpg", options: ["-progressive", "-sample", "1x1"]),
        JPEGKind(file: "arithmetic.jpg", options: ["-arithmetic", "-sample", "1x1"]),
        JPEGKind(file: "restarts.jpg", options: ["-restart", "3", "-sample", "1x1"]),
        JPEGKind(
            file: "optimised.jpg", options: ["-optimize", "-quality", "30", "-sample", "1x1"]),
        JPEGKind(file: "one-tile.jpg", options: ["-sample", "1x1"], width: 201, height: 99),
        JPEGKind(file: "pixel.jpg", options: ["-sample", "2x2"], width: 1, height: 1),
    ]

    /// A JPEG in each orientation, whose colour has half resolution in one direction. The sides are
    /// whole blocks.
    static let turned: [JPEGKind] = (1...8).map { orientation in
        JPEGKind(
            file: "turned-\(orientation).jpg", options: ["-sample", "2x1"], width: 608, height: 304,
            orientation: orientation, isFine: false)
    }

    func make(in folder: TemporaryFolder) async throws -> URL {
        try await TestPicture(width: width, height: height).write(to: folder["picture.ppm"])
        try await Shell.run(
            "cjpeg", options + ["-outfile", file, "picture.ppm"], in: folder.url
        ).orThrow()
        if orientation != 1 {
            try ExifSegment.insert(orientation: orientation, into: folder[file])
        }
        return folder[file]
    }
}

/// jpegtran crops and turns without loss: the reference for Ziggurat's tiles.
enum Jpegtran {
    /// The image turned upright.
    static func upright(
        _ file: URL, orientation: Int, in folder: TemporaryFolder
    ) async throws -> URL {
        let turns: [[String]] = [
            [], ["-flip", "horizontal"], ["-rotate", "180"], ["-flip", "vertical"], ["-transpose"],
            ["-rotate", "90"], ["-transverse"], ["-rotate", "270"],
        ]
        try await Shell.run(
            "jpegtran",
            ["-copy", "none", "-perfect"] + turns[orientation - 1]
                + ["-outfile", "upright.jpg", file.path], in: folder.url
        ).orThrow()
        return folder["upright.jpg"]
    }

    /// A region with its own Huffman tables. Like a tile, it has no JFIF header.
    static func part(
        _ file: URL, x: Int, y: Int, width: Int, height: Int, options: [String] = ["-optimize"],
        in folder: TemporaryFolder
    ) async throws -> Data {
        try await Shell.run(
            "jpegtran",
            ["-copy", "none"] + options + [
                "-crop", "\(width)x\(height)+\(x)+\(y)", "-outfile", "part.jpg", file.path,
            ], in: folder.url
        ).orThrow()
        let bytes = try Data(contentsOf: folder["part.jpg"])
        let hasHeader = bytes.dropFirst(2).starts(with: [0xFF, 0xE0])
        return hasHeader ? bytes.prefix(2) + bytes.dropFirst(20) : bytes
    }
}
