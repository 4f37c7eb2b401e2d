import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// The options that say what becomes of pixels, typed as a person types them.
@Suite struct PixelOptionTests {
    private static let refusals = [
        (
            "-f png --progressive",
            "the layout dzi cannot have progressive png tiles; leave out --progressive"
        ),
        (
            "--compression 9",
            "cannot have jpeg tiles of a compression level; leave out --compression"
        ),
        ("-f webp --palette", "cannot have webp tiles with a palette; leave out --palette"),
        ("--bits 16", "cannot have jpeg tiles of 16 bits a sample; leave out --bits"),
        ("-f png --bits 16 --palette", "leave out one of --bits and --palette"),
        ("-l iiif3 -f jxl", "the layout iiif3 cannot have jxl tiles; it takes jpeg"),
        ("-l zoomify -f jxl", "the layout zoomify cannot have jxl tiles; it takes jpeg, png, webp"),
        ("--lossless --overlap 1", "leave out one of --lossless and --overlap"),
        ("--lossless --tile-size 250", "give --tile-size a multiple of"),
        ("--lossless --max-level 5", "leaves out full resolution"),
        ("--lossless --fit 100x100", "it is reduced"),
        ("--max-memory 1", "SIZE of memory, more than 1; "),
    ]

    /// One picture serves all: it takes longer to draw than to refuse.
    @Test func refused() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 700, height: 500)
            for (options, words) in Self.refusals {
                for command in ["plan", "export"] {
                    let run = Tool.run("\(command) @/photo.jpg \(options) -o @/out", in: folder)
                    #expect(run.status != 0, "\(command) \(options)")
                    #expect(run.errors.contains(words), "\(command) \(options): \(run.errors)")
                    #expect(run.errors.split(separator: "\n").count == 1)
                    #expect(folder.names(in: "out") == [])
                }
            }
        }
    }

    /// The tile formats of layouts that do not take all of them.
    private static let formats = [
        "zoomify": "jpeg, png, webp", "iiif": "jpeg", "iiif3": "jpeg", "ldo": "jpeg, png, webp",
        "photoscroller": "png, jpeg, webp", "tilemanager": "png, jpeg, webp",
        "jctiled": "png, jpeg, webp", "catiledlayer": "png, jpeg, webp",
    ]

    /// Every layout with every format.
    @Test func formatsThatALayoutDoesNotTakeAreRefusedWithThoseItDoes() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 300, height: 200)
            let layouts = try Tool.document("layouts --json", in: folder)["layouts"].array ?? []
            let names = layouts.compactMap { $0["name"].string }
            #expect(Set(names).isSuperset(of: Self.formats.keys) && names.count == 15)
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
                    #expect(
                        run.errors.hasSuffix(
                            "the layout \(name) cannot have \(format) tiles; it takes \(taken)\n"),
                        "\(run.errors)")
                }
            }
        }
    }

    @Test func losslessIsPlannedAndDone() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 640, height: 480)
            let plan = Tool.run("plan @/photo.jpg --lossless", in: folder)
            #expect(plan.output.contains("  it is cut at full resolution out of the JPEG"))
            #expect(plan.output.contains("  cutting it without loss takes SIZE of memory\n"))
            let other = Tool.run("plan @/photo.jpg", in: folder)
            #expect(!other.output.contains("without loss"))
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
            #expect(jxl.errors.contains("few browsers show JPEG XL"))
            let avif = Tool.run("plan @/photo.jpg -f avif --lossless", in: folder)
            #expect(avif.errors.contains("AVIF without loss keeps grey as it is"))
            for options in ["-f png", "-f avif", "-f webp --lossless"] {
                #expect(Tool.run("plan @/photo.jpg \(options)", in: folder).errors == "")
            }
        }
    }
}
