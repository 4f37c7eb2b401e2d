import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ImagingTestSupport
@testable import ZigguratImaging
@testable import ZigguratSources

/// Decoders whose library only warns of damage, or reports damage and succeeds. Other programs that
/// read the format decide whether a file is damaged.
@Suite struct LibraryDamageTests {
    /// The name of a file, the options of libvips, and the options of tiffcp, which writes the file
    /// again.
    struct Kind: Sendable, CustomTestStringConvertible {
        let name: String
        let options: String
        var isBlackAndWhite = false
        var copy: [String] = []
        /// Whether the end is removed, because other damage to such files has no effect.
        var isCut = false
        var testDescription: String { "\(name) \(options) \(copy.joined(separator: " "))" }
    }

    static let kinds = [
        Kind(name: "strips.tif", options: "compression=jpeg"),
        Kind(name: "tiles.tif", options: "compression=jpeg,tile,tile-width=128,tile-height=128"),
        Kind(name: "bytes.tif", options: "compression=packbits"),
        Kind(name: "fax.tif", options: "compression=ccittfax4,bitdepth=1", isBlackAndWhite: true),
        Kind(
            name: "fax.tif", options: "compression=ccittfax4,bitdepth=1", isBlackAndWhite: true,
            copy: ["-c", "g3:1d"]),
        Kind(
            name: "fax.tif", options: "compression=ccittfax4,bitdepth=1", isBlackAndWhite: true,
            copy: ["-c", "g3:2d", "-r", "1000"]),
        Kind(name: "photo.jp2", options: "Q=60", isCut: true),
        Kind(
            name: "photo.jp2", options: "lossless,tile-width=128,tile-height=128", isCut: true),
        Kind(name: "drawing.gif", options: ""),
        Kind(name: "photo.webp", options: "Q=80", isCut: true),
        Kind(name: "photo.png", options: ""),
    ]

    @Test(arguments: kinds)
    func `Damage that another program reports is an error`(_ kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            let whole = try await Self.make(kind, in: folder)
            #expect(try await Self.judge(whole, in: folder) == false)
            for request in Self.requests {
                _ = try Self.pixels(whole.path, request)
            }
            let bytes = try [UInt8](Data(contentsOf: whole))
            var reports = 0
            for number in 1...6 {
                var random = SeededGenerator(number)
                let start = Int.random(
                    in: bytes.count * 3 / 10..<bytes.count * 6 / 10, using: &random)
                var damaged = bytes
                for place in start..<start + min(300, bytes.count / 5) {
                    damaged[place] = UInt8.random(in: 0...255, using: &random)
                }
                if kind.isCut { damaged = Array(bytes[..<start]) }
                let file = try folder.write(Data(damaged), to: "damaged-\(kind.name)")
                guard try await Self.judge(file, in: folder) else { continue }
                reports += 1
                for request in Self.requests {
                    let error = #expect(throws: ZigguratError.self, "\(number)") {
                        try Self.pixels(file.path, request)
                    }
                    #expect([.invalidSource, .truncatedSource].contains(error?.code))
                    #expect(error?.subject == file.path)
                }
            }
            #expect(reports > 0)
        }
    }

    private static let trust = SourceRequest.Trust(allowsUntrusted: true)
    private static let requests = [SourceRequest(), SourceRequest(fit: PixelSize(square: 120))]

    private static func pixels(
        _ path: String, _ request: SourceRequest
    ) throws -> PixelPicture {
        try SourceImage(path: path, request: request, trust: trust).pixels()
    }

    private static func make(_ kind: Kind, in folder: TemporaryFolder) async throws -> URL {
        let (width, height) = (400, 300)
        var random = SeededGenerator(3)
        var pixels = random.bytes(width * height)
        for place in pixels.indices {
            let value = (place % width + place / width) / 4 % 200 + Int(pixels[place]) % 30
            pixels[place] = kind.isBlackAndWhite ? (value > 110 ? 255 : 0) : UInt8(value)
        }
        let drawing = try folder.write(
            Data("P5 \(width) \(height) 255\n".utf8) + Data(pixels), to: "drawing.pgm")
        try await Shell.run(
            "vips", ["copy", drawing.path, "\(kind.name)[\(kind.options)]"], in: folder.url
        ).orThrow()
        guard !kind.copy.isEmpty else { return folder[kind.name] }
        try await Shell.run("tiffcp", kind.copy + [kind.name, "copy.tif"], in: folder.url).orThrow()
        return folder["copy.tif"]
    }

    /// Whether another program reports damage.
    private static func judge(_ file: URL, in folder: TemporaryFolder) async throws -> Bool {
        let words: [String] =
            switch file.pathExtension {
            case "tif": ["tiffcp", "-c", "none", file.path, "out.tif"]
            case "jp2": ["opj_decompress", "-i", file.path, "-o", "out.pgm"]
            default: ["vips", "copy", "\(file.path)[fail-on=warning]", "out.v"]
            }
        let result = try await Shell.run(words[0], Array(words.dropFirst()), in: folder.url)
        let isReported = words[0] == "tiffcp" && !result.errors.isEmpty
        return result.status != 0 || isReported
    }
}
