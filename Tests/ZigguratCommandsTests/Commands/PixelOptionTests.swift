import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// The options for pixels and tile formats.
@Suite struct PixelOptionTests {
    /// Invalid options, and words that the error contains.
    private static let refusals: [(options: String, facts: [String])] = [
        ("-f png --progressive", ["progressive", "png"]),
        ("--compression 9", ["compression", "png"]), ("-f webp --palette", ["palette", "webp"]),
        ("--bits 16", ["--bits", "png"]), ("-f png --bits 16 --palette", ["--bits", "--palette"]),
        ("-l iiif3 -f jxl", ["iiif3", "jxl", "jpeg"]),
        ("-l zoomify -f jxl", ["zoomify", "jxl", "jpeg, png, webp"]),
        ("--lossless --overlap 1", ["--lossless", "--overlap"]),
        ("--lossless --tile-size 250", ["--tile-size"]), ("--lossless --max-level 5", []),
        ("--lossless --fit 100x100", []), ("--max-memory 1", ["SIZE"]),
    ]

    @Test func invalidOptionsAreRejected() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 700, height: 500)
            for (options, facts) in Self.refusals {
                for command in ["plan", "export"] {
                    let run = Tool.run("\(command) @/photo.jpg \(options) -o @/out", in: folder)
                    #expect(run.status != 0, "\(command) \(options)")
                    for fact in facts {
                        #expect(run.errors.contains(fact), "\(options): \(run.errors)")
                    }
                    #expect(run.subjects.count == 1)
                    #expect(folder.names(in: "out") == [])
                }
            }
        }
    }

    /// Layouts that support only some tile formats.
    private static let formats = [
        "zoomify": "jpeg, png, webp", "iiif": "jpeg", "iiif3": "jpeg", "ldo": "jpeg, png, webp",
        "photoscroller": "png, jpeg, webp", "tilemanager": "png, jpeg, webp",
        "jctiled": "png, jpeg, webp", "catiledlayer": "png, jpeg, webp",
    ]

    /// Tests each layout with each format.
    @Test func unsupportedFormatsAreRejectedWithTheSupportedOnes() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 300, height: 200)
            let layouts = try Tool.document("layouts --json", in: folder)["layouts"].array ?? []
            let names = layouts.compactMap { $0["name"].string }
            #expect(Set(names).isSuperset(of: Self.formats.keys))
            for name in names {
                let naming = name == "template" ? " --naming {z}/{x}_{y}.{ext}" : ""
                for format in ["jpeg", "png", "webp", "avif", "jxl"] {
                    let run = Tool.run(
                        "plan @/photo.jpg -l \(name)\(naming) -f \(format)", in: folder)
                    let taken = Self.formats[name] ?? "jpeg, png, webp, avif, jxl"
                    guard !taken.split(separator: ", ").contains(Substring(format)) else {
                        #expect(run.status == 0, "\(name) \(format): \(run.errors)")
                        continue
                    }
                    #expect(run.status == 2 && run.output == "", "\(name) \(format)")
                    for part in [name, format, taken] {
                        #expect(run.errors.contains(part), "\(run.errors)")
                    }
                }
            }
        }
    }

    @Test func losslessIsPlannedAndDone() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 640, height: 480)
            let plan = Tool.run("plan @/photo.jpg --lossless", in: folder)
            #expect(!plan.output.contains("coefficients"))
            // A decoder holds all coefficients of a progressive JPEG until the last scan is read.
            try await Shell.run(
                "jpegtran", ["-progressive", "-outfile", "scans.jpg", "photo.jpg"],
                in: folder.url
            ).orThrow()
            let scans = Tool.run("plan @/scans.jpg --lossless", in: folder)
            #expect(scans.output.contains("  memory for JPEG coefficients: SIZE\n"))
            let export = try Tool.document(
                "export @/photo.jpg --lossless -o @/out --json", in: folder)
            let manifest = export["exports"][0]["manifest"]
            #expect(manifest["image"]["conversions"].array?.count == 1)
            let tiling = manifest["bundles"][0]["tiling"]
            #expect(tiling["tileSize"] == ["width": 256, "height": 256])
            #expect(tiling["overlap"] == 0)
            #expect(Tool.run("verify @/out/photo", in: folder).status == 0)
            #expect(
                try Tool.document("export @/photo.jpg --lossless -o @/out --json", in: folder)[
                    "exports"][0]["outcome"] == "upToDate")
        }
    }

    @Test func formatsHaveTheirNotes() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            let jxl = Tool.run("plan @/photo.jpg -f jxl", in: folder)
            #expect(jxl.notes.count == 1 && jxl.notes[0].contains("JPEG XL"))
            let avif = Tool.run("plan @/photo.jpg -f avif --lossless", in: folder)
            #expect(avif.notes.count == 1 && avif.notes[0].contains("AVIF"))
            for options in ["-f png", "-f avif", "-f webp --lossless"] {
                #expect(Tool.run("plan @/photo.jpg \(options)", in: folder).errors == "")
            }
        }
    }
}
