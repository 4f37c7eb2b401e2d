import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// The options for pages, and templates.
@Suite struct PageOptionTests {
    @Test func templatesAreWrittenOnceAndUsed() async throws {
        try await TemporaryFolder.with { folder in
            let written = Tool.run("templates @/look", in: folder)
            #expect(written.status == 0 && written.errors == "")
            #expect(
                try written.output.split(separator: "\n").map(String.init).sorted()
                    == folder.files(under: "look").map { "@/look/\($0)" }.sorted())
            #expect(folder.names(in: "look").contains("page.html"))
            let again = Tool.run("templates @/look", in: folder)
            #expect(again.status == 1 && again.subjects == ["@/look/page.html"])
            #expect(again.errors.contains("--force"))
            #expect(Tool.run("templates @/look --force", in: folder) == written)

            try folder.draw("photo.png", width: 60, height: 40)
            let export = "export @/photo.png -o @/out --templates @/look --progress none"
            #expect(Tool.run(export, in: folder).status == 0)
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            #expect(Tool.run("gallery @/out --templates @/look", in: folder).status == 0)
            // The export is up to date until a template changes.
            #expect(Tool.run(export + " --json", in: folder).output.contains("\"upToDate\""))
            try folder.write("/* mine */", to: "look/page.css")
            #expect(Tool.run(export + " --json", in: folder).output.contains("\"exported\""))
            let page = try String(
                contentsOf: folder["out/photo/dzi/index.html"], encoding: .utf8)
            #expect(page.contains("/* mine */"))
        }
    }

    @Test("Exports and describe store titles by language, and a page shows its language")
    func titlesInLanguages() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.png", width: 60, height: 40)
            let export = "export @/photo.png -o @/out -l dzi,iiif3 --base-url https://a.example/p"
            #expect(
                Tool.run("\(export) --title@de Abendrot --title@fr=Couchant", in: folder).status
                    == 0)
            #expect(Tool.run("describe @/out --title@pl Zmierzch", in: folder).status == 0)
            func text(_ path: String) throws -> String {
                try String(contentsOf: folder["out/\(path)"], encoding: .utf8)
            }
            let manifest = try text("photo/iiif3/manifest.json")
            for title in [#""de":["Abendrot"]"#, #""fr":["Couchant"]"#, #""pl":["Zmierzch"]"#] {
                #expect(manifest.replacing(" ", with: "").replacing("\n", with: "").contains(title))
            }
            #expect(try text("photo/dzi/index.html").contains("<title>Abendrot</title>"))
            #expect(Tool.run("describe @/out --language pl", in: folder).status == 0)
            #expect(try text("photo/dzi/index.html").contains("<title>Zmierzch</title>"))
            #expect(try text("index.html").contains(#"<html lang="pl" dir="ltr" data-fixed>"#))
            #expect(try text("index.html").contains("Zmierzch</b>"))
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            for (options, error) in [
                ("--title@7 x", "a language such as de"), ("--rights@de x", "--rights@de"),
                ("--title@de x --title@de y", "--title@de is given twice"),
                ("--language xx", "unknown language"), ("--language x", "auto or a language"),
            ] {
                let run = Tool.run("\(export) \(options)", in: folder)
                #expect(run.status != 0 && run.errors.contains(error), "\(run.errors)")
            }
        }
    }

    @Test(
        "Options choose the parts of Share and the text over saved views",
        arguments: [
            ("", nil, nil), ("--share link,cite", #""share":["link","cite"]"#, nil),
            ("--no-save", #""share":["link","cite","embed"]"#, nil),
            ("--share none", #""share":[]"#, nil),
            ("--share save --no-save --watermark Museum", #""share":[]"#, #""watermark":"Museum""#),
        ] as [(String, String?, String?)])
    func share(options: String, share: String?, watermark: String?) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.png", width: 60, height: 40)
            let run = Tool.run(
                "export @/photo.png -o @/out --progress none \(options)", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            for path in ["photo/dzi/index.html", "photo/ziggurat.json"] {
                let text = try String(contentsOf: folder["out/\(path)"], encoding: .utf8)
                    .replacing(" ", with: "").replacing("\n", with: "")
                #expect(text.contains(#""share":"#) == (share != nil), "\(path)")
                #expect(share.map(text.contains) ?? true, "\(path)")
                #expect(text.contains(#""watermark":"#) == (watermark != nil), "\(path)")
                #expect(watermark.map(text.contains) ?? true, "\(path)")
            }
            #expect(Tool.run("verify @/out", in: folder).status == 0)
        }
    }

    @Test("A part of Share with another name, or a long text, is rejected")
    func invalidShare() async throws {
        try await TemporaryFolder.with { folder in
            let long = String(repeating: "x", count: 81)
            for option in ["--share print", "--watermark \(long)"] {
                #expect(Tool.run("export @/photo.png \(option)", in: folder).status == 2)
            }
        }
    }

    @Test(
        "The value none of --share stands alone",
        arguments: ["--share none,link", "--share link,none", "--share cite --share none"])
    func shareOfNothingAndParts(options: String) async throws {
        try await TemporaryFolder.with { folder in
            for command in ["export", "plan"] {
                let run = Tool.run("\(command) @/photo.png \(options)", in: folder)
                #expect(run.status == 2)
                #expect(run.errors.contains("--share none cannot be combined with other parts"))
            }
        }
    }

    @Test("The title of the gallery is kept, and other members of gallery.json stay")
    func galleryTitle() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.png", width: 60, height: 40)
            let export = "export @/photo.png -o @/out --progress none"
            #expect(Tool.run(export, in: folder).status == 0)
            try folder.write(#"{"text": "Ours"}"#, to: "out/gallery.json")
            #expect(Tool.run("gallery @/out --title Coasts", in: folder).status == 0)
            #expect(Tool.run("\(export) --force", in: folder).status == 0)
            let page = try String(contentsOf: folder["out/index.html"], encoding: .utf8)
            #expect(page.contains(">Coasts</h1>") && page.contains("<p>Ours</p>"))
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            // An error names the file, which stays.
            try folder.write("{", to: "out/gallery.json")
            let run = Tool.run("gallery @/out --title Coasts", in: folder)
            #expect(run.status != 0 && run.errors.contains("out/gallery.json"), "\(run.errors)")
            #expect(try String(contentsOf: folder["out/gallery.json"], encoding: .utf8) == "{")
        }
    }

    /// Template files with mistakes, and a part of the expected error.
    static let mistakes = [
        ("page.html", "<p>\n{{titel}}", "line 2, column 1"),
        ("pages.html", "", "page.html"),
        ("gallery.html", "{{#entries}}", "line 1, column 1"),
        ("readme.txt", "", "@/look: "),
        ("view.js", "", "page/view.js"),
        ("page/view.js", "zigguratPaths.tilePath", "line 1, column 1"),
        (
            "features/grid.js", "\n\n  {{count}}",
            "line 3, column 3"
        ),
        ("page.html/x", "", "@/look/page.html: "),
    ]

    @Test func aTemplateThatIsNotUTF8IsRejected() async throws {
        try await TemporaryFolder.with { folder in
            let bytes: [UInt8] = [0x61, 0x0A, 0xC3, 0xA4, 0x0A, 0x62, 0xFF]
            try folder.write(Data(bytes), to: "look/page/view.js")
            let run = Tool.run("export @/none.png -o @/out --templates @/look", in: folder)
            #expect(run.subjects == ["@/look/page/view.js"])
            #expect(run.errors.contains("line 3") && run.errors.contains("UTF-8"))
        }
    }

    @Test(arguments: mistakes)
    func mistakesInTemplatesAreReportedBeforeTheImageIsRead(
        name: String, text: String, message: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(text, to: "look/\(name)")
            for line in ["export @/none.png -o @/out", "gallery @"] {
                let run = Tool.run("\(line) --templates @/look", in: folder)
                #expect(run.status != 0 && run.output == "")
                #expect(run.errors.contains(message), "\(run.errors)")
                #expect(run.subjects.count == 1)
            }
            #expect(!folder.names(in: "").contains("out"))
        }
    }

    /// Invalid combinations of options, and a part of the expected error.
    static let refusals = [
        ("--one-file --shared-assets", "--one-file and --shared-assets cannot be combined"),
        ("--shared-assets -c zip", "zip"),
        ("--viewer leaflet", "dzi"),
        ("--viewer leaflet -l zoomify", "zoomify"),
        ("--templates @/nowhere", "@/nowhere: "),
    ]

    @Test(arguments: refusals)
    func invalidCombinationsAreRejected(options: String, message: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.png", width: 601, height: 403)
            let run = Tool.run("export @/photo.png -o @/out \(options)", in: folder)
            #expect(run.status != 0)
            #expect(run.errors.contains(message), "\(run.errors)")
            #expect(folder.names(in: "").filter { $0 == "out" }.isEmpty)
        }
    }

    /// Tests each layout that Leaflet can show.
    @Test(arguments: ["xyz", "tms", "google", "iiif", "iiif3", "dzi --overlap 0"])
    func layoutsForLeafletAreExported(layout: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.png", width: 601, height: 403)
            let run = Tool.run(
                "export @/photo.png -o @/out --viewer leaflet --progress none -l \(layout)",
                in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(Tool.run("verify @/out", in: folder).status == 0)
        }
    }

    /// The destination has one copy of the scripts. If the copy is missing, verification fails.
    @Test func sharedScriptsAreWrittenOnceAndMissed() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("one.png", width: 60, height: 40)
            try folder.draw("two.png", width: 60, height: 40)
            let export = "export @/one.png @/two.png -o @/out --shared-assets --progress none"
            #expect(Tool.run(export, in: folder).status == 0)
            let shared = folder.names(in: "out/viewer")
            #expect(
                shared.contains("languages") && shared.contains { $0.hasPrefix("openseadragon") })
            #expect(!folder.names(in: "out/one/dzi/viewer").contains("ziggurat.js"))
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            #expect(Tool.run("list @/out", in: folder).output.contains("viewer") == false)
            for name in shared {
                try FileManager.default.removeItem(at: folder["out/viewer/\(name)"])
            }
            let verdict = Tool.run("verify @/out", in: folder)
            #expect(verdict.status == 1)
            #expect(!verdict.subjects.isEmpty, "\(verdict.errors)")
            // A new run of the export restores the scripts, even if the export is up to date.
            #expect(Tool.run(export, in: folder).status == 0)
            #expect(folder.names(in: "out/viewer") == shared)
            #expect(Tool.run("verify @/out", in: folder).status == 0)
        }
    }

    @Test(
        "--shared-assets also writes the scripts of kept bundles",
        arguments: ["-c zip", "-c pmtiles", "-c tiff", "-l xyz --viewer leaflet"],
        ["", "--viewer none"])
    func sharedScriptsOfKeptBundles(kept: String, viewer: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.png", width: 300, height: 200)
            let first = Tool.run("export @/photo.png -o @/out \(kept) --progress none", in: folder)
            #expect(first.status == 0)
            let second = "export @/photo.png -o @/out -l dzi --shared-assets \(viewer)"
            for line in [second, "describe @/out --title T", second] {
                let run = Tool.run(line, in: folder)
                #expect(run.status == 0, "\(run.errors)")
                let verdict = Tool.run("verify @/out", in: folder)
                #expect(verdict.status == 0, "\(verdict.errors)")
            }
        }
    }

    /// The export has only the page, the thumbnail and the pyramid.
    @Test func aPageInOneFileHasNoScriptsBesideIt() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.png", width: 60, height: 40)
            let line = "export @/photo.png -o @/out --one-file -l xyz --progress none"
            #expect(Tool.run(line, in: folder).status == 0)
            #expect(folder.names(in: "out/photo/xyz/viewer") == ["thumbnail.jpg"])
            #expect(Tool.run("verify @/out", in: folder).status == 0)
        }
    }
}
