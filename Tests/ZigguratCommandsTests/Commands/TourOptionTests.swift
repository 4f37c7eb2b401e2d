import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

@Suite struct TourOptionTests {
    private static let tour = "# A tour\n## The door\n[view](#xywh=1,2,3,4)\n"

    @Test(arguments: [
        ("# A tour\n## The door\nText\n", "line 3: the step has no link to a view"),
        (tour + "![A bell](bell.jpg)\n", "line 4: file not found “bell.jpg”"),
        (tour.replacing("1,2", with: "9000,2"), "step 1 “The door”: xywh=9000,2,3,4 is outside"),
        (#"{"title": "A", "steps": [{"title": "B", "view": 7}]}"#, "steps[0].view: not text"),
    ])
    func mistakesAreOneErrorAndNothingIsExported(text: String, part: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try folder.write(text, to: "tour.md")
            let run = Tool.run("export @/photo.jpg -o @/out --tour @/tour.md", in: folder)
            #expect(run.status != 0)
            #expect(run.errors.contains(part), "\(run.errors)")
            #expect(run.subjects.count == 1)
            #expect(!FileManager.default.fileExists(atPath: folder["out/photo"].path))
        }
    }

    @Test func describeAddsATour() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            try folder.write(Self.tour, to: "tour.md")
            #expect(Tool.run("export @/photo.jpg -o @/out", in: folder).status == 0)
            let run = Tool.run("describe @/out --tour @/tour.md", in: folder)
            #expect(run.status == 0, "\(run.errors)")
            let page = try String(contentsOf: folder["out/photo/dzi/index.html"], encoding: .utf8)
            #expect(page.contains(#""view":"xywh=1,2,3,4""#))
            #expect(page.contains("viewer/tour.js"))
        }
    }
}
