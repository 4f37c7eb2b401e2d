import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// The output of the commands other than `export`.
@Suite struct OtherCommandTests {
    @Test func plan() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 1000, height: 800)
            try folder.draw("tower.png", width: 30, height: 20)
            let run = Tool.run("plan @/photo.jpg @/tower.png -l dzi,iiif3", in: folder)
            #expect(run.status == 0)
            let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines[0].hasPrefix("photo: 1000 × 800 pixels, jpeg, rgb, 8 bits per sample"))
            #expect(lines[1] == "  memory: at most SIZE")
            #expect(lines[2] == "  dzi    11 levels, 29 tiles, about SIZE")
            #expect(lines[3] == "  iiif3  2 levels, 5 tiles, about SIZE")
            #expect(lines[5] == "")
            #expect(lines[6].hasPrefix("tower: 30 × 20 pixels, png"))
            #expect(lines[8] == "  dzi    6 levels, 6 tiles, about SIZE")
            // The note on the missing address is printed once for both images.
            #expect(run.notes.count == 1 && run.notes[0].hasPrefix("2 exports: "))
            #expect(run.errors.contains("--base-url"))
            #expect(folder.names(in: "") == ["photo.jpg", "tower.png"])
        }
    }

    @Test func planOfALargeImage() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 100, height: 100)
            try await picture.writeRepeated(to: folder["big.jpg"], width: 3000, height: 2000)
            #expect(Tool.run("plan @/big.jpg", in: folder).output.contains("3000 × 2000 pixels"))
        }
    }

    @Test func layouts() {
        let run = Tool.run("layouts")
        #expect(run.status == 0 && run.errors == "")
        let lines = run.output.split(separator: "\n").map(String.init)
        let headings = lines.filter { !$0.hasPrefix(" ") }
        #expect(
            headings == [
                "Layouts (--layout)", "Collections (--layout)", "Containers (--container)",
            ])
        #expect(lines[1].hasPrefix("  dzi            Deep Zoom"))
        #expect(lines[2] == "                 photo_files/10/3_3.jpg")
        #expect(
            lines[3] == "                 tiles of 254, overlap 1, jpeg, png, webp, avif, jxl, tiff"
        )
        for name in ["xyz", "iiif3", "template", "dzc", "folder", "pmtiles", "mbtiles", "tiff"] {
            #expect(lines.contains { $0.hasPrefix("  \(name) ") })
        }
    }

    @Test func sample() async throws {
        try await TemporaryFolder.with { folder in
            #expect(
                Tool.run("sample @/tower.tif --size 40x30", in: folder)
                    == .init(0, output: "@/tower.tif: 40 × 30 pixels\n"))
            #expect(
                Tool.run("plan @/tower.tif", in: folder).output.hasPrefix(
                    "tower: 40 × 30 pixels, tiff"))
        }
    }

    @Test func galleryListAndRemove() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("scans/a.jpg")
            try folder.draw("scans/b.jpg", width: 20, height: 10)
            try #require(Tool.run("export @/scans -o @/out -l dzi,xyz", in: folder).status == 0)
            #expect(
                Tool.run("list @/out", in: folder)
                    == .init(
                        0,
                        output: """
                            a: 300 × 200, dzi, xyz, SIZE, from a.jpg
                            b: 20 × 10, dzi, xyz, SIZE, from b.jpg

                            """))
            let removal = Tool.run("remove a ghost -o @/out", in: folder)
            #expect(removal.status == 1 && removal.output == "@/out/a: removed\n")
            #expect(removal.subjects == ["@/out/ghost"])
            #expect(folder.names(in: "out") == ["b", "index.html", "pictures.js"])
            let page = { try String(contentsOf: folder["out/index.html"], encoding: .utf8) }
            #expect(try !page().contains("a/dzi/index.html"))
            #expect(try page().contains("b/dzi/index.html"))
            try FileManager.default.moveItem(at: folder["out/b"], to: folder["b"])
            #expect(
                Tool.run("gallery @/out", in: folder) == .init(0, output: "@/out/index.html\n"))
            #expect(try !page().contains("b/dzi/index.html"))
        }
    }

    @Test(arguments: [
        ("list @/nowhere", 1, "@/nowhere"), ("gallery @/nowhere", 1, "@/nowhere"),
        ("remove a -o @/nowhere", 1, "@/nowhere"),
        ("sample @/nowhere/a.jpg --size 9x9", 1, "@/nowhere/a.jpg"),
        ("sample @/a.gif --size 9x9", 2, "@/a.gif"),
    ])
    func failures(line: String, status: Int32, subject: String) async throws {
        try await TemporaryFolder.with { folder in
            let run = Tool.run(line, in: folder)
            #expect(run.status == status && run.output == "")
            #expect(run.subjects == [subject], "\(run.errors)")
            #expect(folder.names(in: "") == [])
        }
    }

    @Test func `A sample replaces an existing file only with --replace`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("mine", to: "photo.jpg")
            let run = Tool.run("sample @/photo.jpg --size 40x30", in: folder)
            #expect(run.status == 1 && run.subjects == ["@/photo.jpg"])
            #expect(try String(contentsOf: folder["photo.jpg"], encoding: .utf8) == "mine")
            #expect(Tool.run("sample @/photo.jpg --size 40x30 --replace", in: folder).status == 0)
            #expect(Tool.run("plan @/photo.jpg", in: folder).status == 0)
        }
    }

    @Test func `A folder without exports gets no gallery`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("mine", to: "home/letter.txt")
            let run = Tool.run("gallery @/home", in: folder)
            #expect(run.status == 1 && run.subjects == ["@/home"])
            #expect(folder.names(in: "home") == ["letter.txt"])
            // If the last export was deleted by hand, `gallery` still writes the gallery.
            try folder.draw("a.jpg")
            try #require(Tool.run("export @/a.jpg -o @/out", in: folder).status == 0)
            try FileManager.default.removeItem(at: folder["out/a"])
            #expect(Tool.run("gallery @/out", in: folder).status == 0)
        }
    }

    @Test func galleryKeepsAPageOfTheUser() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("<p>mine</p>", to: "out/index.html")
            try folder.draw("a.jpg")
            try #require(Tool.run("export @/a.jpg -o @/out", in: folder).status == 0)
            let run = Tool.run("gallery @/out", in: folder)
            #expect(run.status == 1 && run.subjects == ["@/out/index.html"])
        }
    }

    @Test func version() {
        #expect(Tool.run("--version") == .init(0, output: "ziggurat 0.1.0\n"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) {
        let run = Tool.run("completions", shell)
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains("__complete \(shell)"))
    }
}
