import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// `ziggurat export`: its output and its files.
@Suite struct ExportCommandTests {
    @Test func oneImage() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            #expect(
                Tool.run("export @/photo.jpg -o @/out", in: folder)
                    == .init(0, output: "@/out/photo: dzi, 11 tiles, SIZE in TIME\n"))
            #expect(folder.names(in: "out") == ["index.html", "photo", "pictures.js"])
            #expect(
                Tool.run("export @/photo.jpg -o @/out", in: folder)
                    == .init(0, output: "@/out/photo: up to date\n"))
            #expect(
                Tool.run("export @/photo.jpg -o @/out --force", in: folder)
                    == .init(
                        0,
                        output: "@/out/photo: dzi, 11 tiles, SIZE in TIME, 0 of 37 files changed\n"
                    ))
            let other = Tool.run("export @/photo.jpg -o @/out -q 60 -l xyz", in: folder)
            #expect(
                other
                    == .init(
                        0,
                        output:
                            "@/out/photo: adds xyz; keeps dzi; 14 tiles, SIZE in TIME, 29 of 62 files changed\n"
                    ))
            let replaced = Tool.run("export @/photo.jpg -o @/out -l xyz --replace", in: folder)
            #expect(
                replaced.output.hasPrefix("@/out/photo: replaces xyz; removes dzi; 3 tiles"))
        }
    }

    @Test func aFolderOfImages() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("scans/a.jpg")
            try folder.draw("scans/b.png", width: 20, height: 10)
            try folder.write("notes", to: "scans/notes.txt")
            try folder.write("hidden", to: "scans/.hidden.jpg")
            #expect(
                Tool.run(
                    "export @/scans -o @/out --name {parent}-{number}-{stem}-{ext}", in: folder)
                    == .init(
                        0,
                        output: """
                            @/out/scans-1-a-jpg: dzi, 11 tiles, SIZE in TIME
                            @/out/scans-2-b-png: dzi, 6 tiles, SIZE in TIME

                            """, errors: "ziggurat: note: @/scans: skipped 1 file of other types\n")
            )
        }
    }

    @Test("The last lines of a batch show its figures and the page to open")
    func lastLines() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("a.jpg", width: 9, height: 9)
            try folder.draw("in/b.jpg", width: 9, height: 9)
            try folder.draw("in/c.jpg", width: 9, height: 9)
            let table: [(line: String, output: [String], ending: [String])] = [
                ("@/a.jpg", ["@/out/a: dzi"], ["open @/out/a/dzi/index.html"]),
                ("@/a.jpg", ["@/out/a: up to date"], ["open @/out/a/dzi/index.html"]),
                ("@/a.jpg --viewer none -o @/none", ["@/none/a: dzi"], []),
                (
                    "@/a.jpg -c zip -o @/zip", ["@/zip/a: dzi in zip"],
                    ["open @/zip/a/dzi-zip/index.html"]
                ),
                (
                    "@/a.jpg @/in", ["@/out/b: dzi", "@/out/c: dzi"],
                    ["2 exported, 1 up to date, 0 failed, TIME", "open @/out/index.html"]
                ),
                (
                    "@/in @/gone.jpg", [],
                    ["0 exported, 2 up to date, 1 failed, TIME", "open @/out/index.html"]
                ),
                (
                    "@/in -v", ["@/out/b: up to date", "@/out/c: up to date"],
                    ["0 exported, 2 up to date, 0 failed, TIME", "open @/out/index.html"]
                ),
                ("@/gone.jpg", [], []),
            ]
            for (line, output, ending) in table {
                let place = line.contains("-o ") ? "" : " -o @/out"
                let run = Tool.run("export \(line)\(place)", in: folder)
                let lines = run.output.split(separator: "\n").map {
                    String($0.prefix { $0 != "," })
                }
                #expect(lines == output, "\(line)")
                #expect(run.ending == ending, "\(line)")
            }
        }
    }

    @Test("Errors for URLs, missing values and names that begin with a dash have hints")
    func hints() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("a.jpg", width: 9, height: 9)
            let table: [(line: String, status: Int32, text: String)] = [
                ("https://example.org/a.jpg", 1, "curl"), ("-dash.jpg", 2, "./-dash.jpg"),
                ("--dash.jpg", 2, "./--dash.jpg"),
                ("@/a.jpg --skip-blanks 8", 2, "--skip-blanks=8"),
                // The negative controls: a valid line, and an unknown option that has another hint.
                ("@/a.jpg --skip-blanks=8", 0, ""), ("-z @/a.jpg", 2, "lists the options"),
            ]
            for (line, status, text) in table {
                let run = Tool.run("export \(line) -o @/out", in: folder)
                #expect(
                    run.status == status
                        && (text.isEmpty ? run.errors == "" : run.errors.contains(text)), "\(run)")
            }
        }
    }

    /// A note that applies to several images is printed once.
    @Test func aNoteIsPrintedOnce() async throws {
        try await TemporaryFolder.with { folder in
            for name in ["a", "b", "c"] {
                try folder.draw("scans/\(name).jpg", width: 9, height: 9)
            }
            let many = Tool.run("export @/scans -o @/out -l iiif,iiif3", in: folder)
            #expect(many.notes.count == 2, "\(many.errors)")
            #expect(many.notes.allSatisfy { $0.hasPrefix("3 exports: ") })
            #expect(many.errors.contains("--base-url"))
            let one = Tool.run("export @/scans/a.jpg -o @/out -l iiif", in: folder)
            #expect(one.notes.count == 1 && one.notes[0].hasPrefix("@/out/a: "))
            // The negative control: with a base URL, no note is printed.
            let none = Tool.run(
                "export @/scans -o @/out -l iiif --base-url https://example.org/", in: folder)
            #expect(none.errors == "")
            #expect(none.status == 0)
        }
    }

    @Test func aDryRunWritesNothing() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            let dry = Tool.run("export @/photo.jpg -o @/out --dry-run", in: folder)
            #expect(dry == Tool.run("plan @/photo.jpg -o @/out", in: folder))
            #expect(dry.status == 0 && dry.output.hasPrefix("photo: 300 × 200 pixels, jpeg"))
            #expect(folder.names(in: "") == ["photo.jpg"])
        }
    }

    @Test("A dry run lists added, kept and removed layouts, and fails as the export would")
    func aDryRunKnowsTheDestination() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try folder.draw("other/photo.jpg", width: 310)
            let export = "export @/photo.jpg -o @/out"
            #expect(Tool.run("\(export) -l dzi,iiif3", in: folder).status == 0)
            for (options, ending) in [
                ("-l dzi", "  up to date"), ("-l dzi --force", "  replaces dzi; keeps iiif3"),
                ("-l xyz", "  adds xyz; keeps dzi, iiif3"),
                ("-l dzi -q 50", "  replaces dzi; keeps iiif3"),
                ("-l xyz --replace", "  adds xyz; removes dzi, iiif3"),
                ("-l dzi --name new", "at this size"),
            ] {
                let run = Tool.run("\(export) \(options) --dry-run", in: folder)
                #expect(run.status == 0)
                let lines = run.output.split(separator: "\n")
                let isNew = !(lines.last?.hasPrefix("  tiling") == false)
                #expect(isNew == options.contains("new"), "\(options)")
                if !isNew { #expect(lines.last.map(String.init) == ending, "\(options)") }
            }
            let document = try Tool.document("\(export) -l xyz --dry-run --json", in: folder)
            #expect(document["plans"][0]["isUpToDate"] == false)
            #expect(document["plans"][0]["changes"]["added"] == ["xyz"])
            // `plan` rejects the options that `export` rejects, with the same message.
            for options in [
                "@/other/photo.jpg -o @/out", "@/photo.jpg -o @/out --rotate 90 -l xyz",
            ] {
                let dry = Tool.run("plan \(options)", in: folder)
                let run = Tool.run("export \(options)", in: folder)
                #expect(dry.status == 1 && dry.errors.contains("would re"), "\(dry.errors)")
                #expect(dry.errors == run.errors)
            }
            #expect(Tool.run("export @/photo.jpg -o @/new -l xyz", in: folder).status == 0)
            let repack = Tool.run("repack @/out/photo -o @/new -l dzi --dry-run", in: folder)
            #expect(repack.output.hasSuffix("photo: adds dzi; keeps xyz\n"), "\(repack)")
            #expect(folder.names(in: "out/photo").contains("xyz") == false)
        }
    }

    @Test func anIndexPageOfTheUserStays() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try folder.write("<p>mine</p>", to: "out/index.html")
            let run = Tool.run("export @/photo.jpg -o @/out", in: folder)
            #expect(run.status == 0)
            #expect(run.notes.count == 1 && run.notes[0].hasPrefix("@/out/index.html"))
            #expect(
                try String(contentsOf: folder["out/index.html"], encoding: .utf8) == "<p>mine</p>")
        }
    }
}
