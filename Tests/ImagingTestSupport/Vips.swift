import Foundation
import TestSupport

/// The `vips` command, which makes sources and expected images.
enum Vips {
    /// Runs one operation, such as `["flatten", "a.png", "b.v"]`.
    static func run(_ arguments: String..., in folder: TemporaryFolder) async throws {
        try await Shell.run("vips", arguments, in: folder.url).orThrow()
    }

    /// Applies operations whose first arguments are an input and an output.
    ///
    /// - Parameter steps: operations, each with the arguments after the name of the output
    /// - Returns: the lossless result in libvips' own format; without steps, the file itself
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

    /// The conversion from the embedded profile to sRGB, with the relative intent.
    static let embeddedToSRGB = [
        "icc_transform", "srgb", "--embedded", "--intent", "relative",
        "--black-point-compensation",
    ]
    /// The conversion from a press profile, if the file has no embedded profile.
    static let pressToSRGB = [
        "icc_transform", "srgb", "--input-profile", "cmyk", "--intent", "relative",
        "--black-point-compensation",
    ]
    /// The conversion from 16 bits to the upper 8 bits.
    static let narrowed = [
        ["linear", "0.00390625", "0"], ["cast", "uchar"], ["copy", "--interpretation", "srgb"],
    ]
    static let narrowedGrey = narrowed.dropLast() + [["copy", "--interpretation", "b-w"]]
    static let onWhite = ["flatten", "--background", "255"]
}
