import Foundation
import TestSupport
import Testing
import ZigguratImaging

/// A kind of image file, the way to make it, and the operations of vips that give its expected
/// tiles.
struct SourceKind: Sendable, CustomTestStringConvertible {
    /// The name of the file.
    let file: String
    /// The operations of vips that make the file from `rgb.v`, `rgba.v` or `grey.v`. The last
    /// operation writes the file; `HEIGHT` stands for the image's height.
    let making: [[String]]
    /// The bytes of the file, if vips cannot write it.
    var content: Data?
    /// The options of vips to open the file, such as `[page=1]`.
    var opening = ""
    /// The request for the export.
    var request = SourceRequest()
    /// The operations of vips that lead to 8-bit sRGB or grey without alpha.
    var seeing: [[String]] = []
    /// The number of tiles of 254 pixels on all levels.
    var tileCount = 12 + 4 + 9
    /// Whether the pixels need no conversion, so that tiles are equal byte for byte.
    var isExact = true

    var testDescription: String { file }

    /// The values that determine a file.
    private struct Made: Hashable {
        let file: String
        let width: Int
        let height: Int
    }

    private static let made = MadeFiles<Made>()

    /// Makes the file in a folder. Equal files are made once and then copied.
    func make(
        in folder: TemporaryFolder, width: Int = 777, height: Int = 523
    ) async throws -> URL {
        if let content { return try folder.write(content, to: file) }
        let kind = Made(file: file, width: width, height: height)
        if try Self.made.copy(kind, to: folder[file]) { return folder[file] }
        let words = making.joined().flatMap { $0.split(separator: " ") }
        let opaque = TestPicture(width: width, height: height)
        try await opaque.write(to: folder["rgb.v"])
        if words.contains("rgba.v") || words.contains("alpha.v") {
            let picture = TestPicture(width: width, height: height, hasAlpha: true)
            try await picture.write(to: folder["rgba.v"])
            try await Vips.run("extract_band", "rgba.v", "alpha.v", "3", in: folder)
        }
        if words.contains("grey.v") {
            try await Vips.run("colourspace", "rgb.v", "grey.v", "b-w", in: folder)
        }
        for step in making {
            let words = step.map { $0.replacingOccurrences(of: "HEIGHT", with: "\(height)") }
            try await Shell.run("vips", words, in: folder.url).orThrow()
        }
        try Self.made.keep(folder[file], as: kind)
        return folder[file]
    }
}
