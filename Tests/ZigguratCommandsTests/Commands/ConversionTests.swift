import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// Conversions of colour and depth, as stated in the plan, the manifest and `--json`.
@Suite struct ConversionTests {
    struct Kind: CustomTestStringConvertible, Sendable {
        let file: String
        /// The vips operations that create the source from `rgb.v` or `grey.v`.
        let making: [[String]]
        var options = ""
        /// The conversions in the plan.
        let planned: [String]
        /// The conversions in the manifest. `nil` if they equal the conversions in the plan; they
        /// differ if they depend on sample values.
        var done: [String]?

        var testDescription: String { "\(file) \(options)" }
    }

    private static let press = [
        "icc_transform", "rgb.v", "press.v", "cmyk", "--input-profile", "srgb",
    ]
    private static let sixteen = "reduced from 16 to 8 bits a sample"
    private static let float = "reduced from 32 to 8 bits a sample"
    static let kinds = [
        Kind(
            file: "cmyk.tif", making: [press, ["copy", "press.v", "cmyk.tif"]],
            planned: ["converted from the embedded colour profile to sRGB"]),
        Kind(
            file: "cmyk.jpg", making: [press, ["copy", "press.v", "cmyk.jpg"]],
            options: "--intent perceptual",
            planned: ["converted from the embedded colour profile to sRGB, perceptual intent"]),
        Kind(
            file: "press.tif", making: [press, ["copy", "press.v", "press.tif[strip]"]],
            planned: ["converted from CMYK to sRGB by a general press profile"]),
        Kind(
            file: "press.jpg", making: [press, ["copy", "press.v", "press.jpg[strip]"]],
            planned: ["converted from CMYK to sRGB by a general press profile"]),
        Kind(
            file: "lab.tif", making: [["colourspace", "rgb.v", "lab.tif", "lab"]],
            planned: ["converted from CIELAB to sRGB", float]),
        Kind(
            file: "16.png", making: [["colourspace", "rgb.v", "16.png", "rgb16"]],
            planned: [sixteen]),
        Kind(
            file: "16.png", making: [["colourspace", "rgb.v", "16.png", "rgb16"]],
            options: "-f png --bits 16", planned: []),
        Kind(
            file: "8.png", making: [["copy", "rgb.v", "8.png"]], options: "-f png --bits 16",
            planned: ["spread from 8 over 16 bits a sample, which adds nothing"]),
        Kind(
            file: "12.png",
            making: [
                ["linear", "grey.v", "wide.v", "0", "4000"], ["cast", "wide.v", "u.v", "ushort"],
                ["copy", "u.v", "12.png", "--interpretation", "grey16"],
            ], planned: [sixteen],
            done: [sixteen, "read as 12 bits a sample: none of its values is above 4000"]),
        Kind(
            file: "light.tif", making: [["colourspace", "rgb.v", "light.tif", "scrgb"]],
            planned: [
                "converted from linear light to sRGB; what is brighter than 1 is white", float,
            ]),
        Kind(
            file: "bright.hdr", making: [["copy", "rgb.v", "bright.hdr"]],
            options: "--range 0,2",
            planned: [
                "converted from linear light to sRGB",
                "stretched: 0 becomes black, 2 white", float,
            ],
            done: [
                "converted from linear light to sRGB",
                "stretched: 0 becomes black, 2 white", float,
            ]),
        Kind(
            file: "unit.tif",
            making: [
                ["linear", "grey.v", "unit.v", "0.0039", "0"],
                ["copy", "unit.v", "unit.tif", "--interpretation", "b-w"],
            ], planned: ["read as values from 0 to 1, between which all of it lies", float]),
        Kind(
            file: "heights.tif",
            making: [
                ["linear", "grey.v", "flat.v", "0", "--", "-500"],
                ["copy", "flat.v", "heights.tif", "--interpretation", "b-w"],
            ], planned: ["stretched: -500.5 becomes black, -499.5 white", float]),
        Kind(
            file: "auto.tif",
            making: [
                ["linear", "grey.v", "flat.v", "0", "300"], ["cast", "flat.v", "u.v", "ushort"],
                ["copy", "u.v", "auto.tif", "--interpretation", "grey16"],
            ], options: "--range auto",
            planned: ["stretched: 299.5 becomes black, 300.5 white", sixteen]),
        Kind(file: "plain.png", making: [["copy", "rgb.v", "plain.png"]], planned: []),
    ]

    @Test(arguments: kinds)
    func `The plan and the manifest state each conversion`(_ kind: Kind) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 60, height: 40).write(to: folder["rgb.v"])
            for step in [["colourspace", "rgb.v", "grey.v", "b-w"]] + kind.making {
                try await Shell.run("vips", step, in: folder.url).orThrow()
            }
            let words = "@/\(kind.file) \(kind.options)"
            let plan = Tool.run("plan \(words)", in: folder)
            #expect(plan.status == 0, "\(plan.errors)")
            let lines = plan.output.split(separator: "\n").filter { $0.hasPrefix("  conversion: ") }
            #expect(lines == kind.planned.map { "  conversion: \($0)" })
            let planned = try Tool.document("plan \(words) --json", in: folder)["plans"][0]
            #expect(texts(planned["conversions"]) == kind.planned)
            let document = try Tool.document("export \(words) -o @/out --json", in: folder)
            let done = kind.done ?? kind.planned
            #expect(texts(document["exports"][0]["manifest"]["image"]["conversions"]) == done)
            let name = folder[kind.file].deletingPathExtension().lastPathComponent
            let manifest = try JSONDecoder().decode(
                JSONValue.self, from: Data(contentsOf: folder["out/\(name)/ziggurat.json"]))
            #expect(texts(manifest["image"]["conversions"]) == done)
        }
    }

    private func texts(_ value: JSONValue) -> [String]? { value.array?.compactMap(\.string) }
}
