import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

@Suite struct AnnotationOptionTests {
    @Test(arguments: [
        ("{\"a\": }", "line 1, column 7"),
        (
            #"{"type": "FeatureCollection", "features": [{"type": "Feature", "geometry": {}}]}"#,
            "features[0].geometry"
        ),
        ("nothing", "@/none.json: "),
    ])
    func mistakesAreOneErrorAndNothingIsExported(text: String, part: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try folder.write(text, to: text == "nothing" ? "other.json" : "notes.json")
            let name = text == "nothing" ? "none" : "notes"
            let run = Tool.run(
                "export @/photo.jpg -o @/out --annotations @/\(name).json", in: folder)
            #expect(run.status == 2)
            #expect(run.errors.contains(part), "\(run.errors)")
            #expect(run.subjects.count == 1)
            #expect(!FileManager.default.fileExists(atPath: folder["out"].path))
        }
    }

    @Test func notesAreOnThePageAndInTheManifest() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try folder.write(
                #"[{"type": "Annotation", "bodyValue": "A </script> tag", "target": "x#xywh=1,2,3,4"}]"#,
                to: "notes.json")
            let line = "export @/photo.jpg -o @/out --include-source --annotations @/notes.json"
            #expect(Tool.run(line, in: folder).status == 0)
            let page = try String(contentsOf: folder["out/photo/dzi/index.html"], encoding: .utf8)
            #expect(page.contains(#""path":"M1 2h3v4h-3Z""#))
            #expect(page.contains("A \\u003c/script> tag"))
            #expect(page.contains(#"href="../original/photo.jpg" class="original" download"#))
            // Changed annotations make the export out of date. Unchanged annotations do not.
            #expect(Tool.run(line, in: folder).output.contains("up to date"))
            try folder.write("[]", to: "notes.json")
            #expect(!Tool.run(line, in: folder).output.contains("up to date"))
        }
    }
}
