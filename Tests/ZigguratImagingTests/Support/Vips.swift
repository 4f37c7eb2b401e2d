import Foundation
import TestSupport

/// The `vips` command, which makes sources and expected images.
enum Vips {
    /// Runs one operation, such as `["flatten", "a.png", "b.v"]`.
    static func run(_ arguments: String..., in folder: TemporaryFolder) async throws {
        try await Shell.run("vips", arguments, in: folder.url).orThrow()
    }

    /// Applies operations that take an input and an output first.
    ///
    /// - Parameter steps: each an operation and what follows its output's name
    /// - Returns: the result without any loss, in libvips' own format; the file itself without
    ///   steps
    static func prepare(
        _ file: URL, _ steps: [[String]], in folder: TemporaryFolder
    ) async throws -> URL {
        var current = file.path
        for (index, step) in steps.enumerated() {
            let next = folder["prepared-\(index).v"].path
            try await Shell.run(
                "vips", [step[0], current, next] + step.dropFirst(), in: folder.url
            ).orThrow()
            current = next
        }
        return URL(filePath: current)
    }

    /// From the embedded profile to sRGB, with the relative intent.
    static let embeddedToSRGB = [
        "icc_transform", "srgb", "--embedded", "--intent", "relative",
        "--black-point-compensation",
    ]
    /// From a press profile if none is embedded.
    static let pressToSRGB = [
        "icc_transform", "srgb", "--input-profile", "cmyk", "--intent", "relative",
        "--black-point-compensation",
    ]
    /// From 16 bits to their upper 8.
    static let narrowed = [
        ["linear", "0.00390625", "0"], ["cast", "uchar"], ["copy", "--interpretation", "srgb"],
    ]
    static let narrowedGrey = narrowed.dropLast() + [["copy", "--interpretation", "b-w"]]
    static let onWhite = ["flatten", "--background", "255"]
}
