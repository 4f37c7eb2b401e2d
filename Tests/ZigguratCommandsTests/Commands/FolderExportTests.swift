import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import CommandLineParsing
@testable import ZigguratCommands

/// Exports of folders: images, notes on deleted sources, and counts.
@Suite struct FolderExportTests {
    private static func notes(_ line: String, in folder: TemporaryFolder) throws -> [String] {
        try Tool.document(line, in: folder)["notes"].array?.compactMap(\.string) ?? []
    }

    @Test("An export whose source was deleted causes a note until the export is removed")
    func deletedImage() async throws {
        try await TemporaryFolder.with { folder in
            for name in ["a", "b"] { try folder.draw("photos/\(name).jpg") }
            for name in ["c", "d"] { try folder.draw("others/\(name).jpg") }
            let line = "export @/photos -l xyz -o @/out --json"
            #expect(try Self.notes(line, in: folder) == [])
            #expect(try Self.notes("export @/others -l xyz -o @/out --json", in: folder) == [])
            #expect(try Self.notes(line, in: folder) == [])
            try FileManager.default.removeItem(at: folder["photos/b.jpg"])
            for _ in 1...2 {
                let notes = try Self.notes(line, in: folder)
                #expect(notes.count == 1 && notes.allSatisfy { $0.contains("/out/b") })
            }
            // `c.jpg` is excluded from the run, but its source still exists.
            #expect(
                try Self.notes("export @/others --exclude c.jpg -l xyz -o @/out --json", in: folder)
                    == [])
            try #require(Tool.run("remove b -o @/out", in: folder).status == 0)
            #expect(try Self.notes(line, in: folder) == [])
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            let record = try String(contentsOf: folder["out/.ziggurat.json"], encoding: .utf8)
            #expect(!record.contains(folder.url.path))
        }
    }

    @Test("Export and verify note names that differ only in case")
    func caseClash() async throws {
        try await TemporaryFolder.with { folder in
            for name in ["Map", "map", "other"] { try folder.draw("\(name).jpg") }
            #expect(
                try Self.notes("export @/Map.jpg @/other.jpg -o @/out --json", in: folder) == [])
            #expect(try Self.notes("export @/map.jpg -o @/out --json", in: folder).count == 1)
            #expect(
                try Self.notes("export @/Map.jpg @/map.jpg -o @/new --json", in: folder).count == 1)
            let notes = try Tool.document("verify @/out --json", in: folder)["notes"].array ?? []
            #expect(notes.count == 1)
        }
    }

    @Test("System folders of storage devices are skipped; subfolders cause a hint")
    func folders() async throws {
        try await TemporaryFolder.with { folder in
            for path in ["in/a", "@eaDir/b", "#recycle/c", "in/@eaDir/d"] {
                try folder.draw("box/\(path).jpg")
            }
            let run = Tool.run("export @/box -l xyz -o @/out", in: folder)
            #expect(run.status == 1 && run.errors.contains("--recursive"))
            try #require(
                Tool.run("export @/box --recursive -l xyz -o @/out", in: folder).status == 0)
            #expect(try Exporter(destination: folder["out"].path).exports().map(\.name) == ["a"])
            try FileManager.default.removeItem(at: folder["box/in/a.jpg"])
            let other = Tool.run("export @/box -l xyz -o @/out", in: folder)
            #expect(other.status == 1 && !other.errors.contains("--recursive"))
        }
    }

    @Test("If several images have the same name, each counts as failed")
    func failures() async throws {
        try await TemporaryFolder.with { folder in
            for path in ["a/x", "b/x", "c/x", "a/y", "b/y", "c/z"] {
                try folder.draw("\(path).jpg")
            }
            let document = try Tool.document(
                "export @/a @/b @/c -l xyz -o @/out --json", in: folder, status: 1)
            #expect(document["summary"]["failed"] == 5 && document["summary"]["exported"] == 1)
        }
    }

    @Test("The reported size counts tiles that two layouts share once")
    func sizes() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("a.jpg", width: 600, height: 400)
            let text = { (line: String) in Tool.run(line, in: folder).output }
            #expect(text("export @/a.jpg -l xyz,google --viewer none -o @/two").contains("on disk"))
            #expect(!text("export @/a.jpg -l xyz --viewer none -o @/one").contains("on disk"))
            // The thumbnails of the bundle and of the export are one file.
            #expect(!text("export @/a.jpg -l zoomify -o @/three").contains("on disk"))
            #expect(text("export @/a.jpg -l xyz,google -o @/four").contains("on disk"))
        }
    }

    @Test("{title} stands for the file name with spaces instead of underscores")
    func title() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("Wine_by_the_sea.jpg")
            try #require(
                Tool.run("export @/Wine_by_the_sea.jpg -o @/out --title Plate:{title}", in: folder)
                    .status == 0)
            #expect(
                try Exporter(destination: folder["out"].path).exports().map(
                    \.settings.caption.title) == ["Plate:Wine by the sea"])
        }
    }
}
