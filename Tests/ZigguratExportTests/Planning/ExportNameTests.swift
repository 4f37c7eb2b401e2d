import Testing

@testable import ZigguratExport
@testable import ZigguratFormats
@testable import ZigguratKit
@testable import ZigguratSystem

/// What exports may be called, and what they are called.
@Suite struct ExportNameTests {
    @Test(arguments: [
        "photo", "a", "two words", "it's", #""quoted""#, "50%", "a#b?c&d=e", "a+b", "-dash",
        "a.b.c",
        "a.jpg", "Bäume", "写真", "🏔", "a{name}b", "{z}", "back\\slash", "a:b", "~", "index",
        "Viewer",
        "photo.", " ", String(repeating: "x", count: 200), String(repeating: "ä", count: 100),
    ])
    func usableNames(name: String) {
        #expect(throws: Never.self) { try ExportName.check(name, source: "s.jpg") }
        #expect(ExportName.isUsable(name))
    }

    @Test(arguments: [
        ("", ExportBatch.Naming.Failure.empty),
        (".", ExportBatch.Naming.Failure.reserved(".")),
        ("..", ExportBatch.Naming.Failure.reserved("..")),
        (".hidden", ExportBatch.Naming.Failure.reserved(".hidden")),
        (".\u{301}hidden", ExportBatch.Naming.Failure.reserved(".\u{301}hidden")),
        (".ziggurat-1", ExportBatch.Naming.Failure.reserved(".ziggurat-1")),
        ("index.html", ExportBatch.Naming.Failure.reserved("index.html")),
        ("viewer", ExportBatch.Naming.Failure.reserved("viewer")),
        ("a/b", ExportBatch.Naming.Failure.containsSlash("a/b")),
        ("/", ExportBatch.Naming.Failure.containsSlash("/")),
        ("a/\u{301}b", ExportBatch.Naming.Failure.containsSlash("a/\u{301}b")),
        ("a\u{0}b", ExportBatch.Naming.Failure.containsControlCharacter),
        ("a\nb", ExportBatch.Naming.Failure.containsControlCharacter),
        ("a\r\nb", ExportBatch.Naming.Failure.containsControlCharacter),
        ("a\u{7F}", ExportBatch.Naming.Failure.containsControlCharacter),
        (
            String(repeating: "x", count: 201),
            ExportBatch.Naming.Failure.tooLong(
                String(repeating: "x", count: 201), bytes: 201, limit: 200)
        ),
        (
            String(repeating: "ä", count: 101),
            ExportBatch.Naming.Failure.tooLong(
                String(repeating: "ä", count: 101), bytes: 202, limit: 200)
        ),
    ])
    func unusableNames(name: String, failure: ExportBatch.Naming.Failure) {
        let error = #expect(throws: ZigguratError.self) {
            try ExportName.check(name, source: "s.jpg")
        }
        #expect(error == ZigguratError(failure, "s.jpg"))
        #expect(!ExportName.isUsable(name))
    }

    @Test(arguments: [
        ("photo.jpg", "photo", "jpg", ""),
        ("/a/b/photo.jpg", "photo", "jpg", "b"),
        ("b//photo.jpg", "photo", "jpg", "b"),
        ("./photo.tar.gz", "photo.tar", "gz", "."),
        ("photo", "photo", "", ""),
        ("photo.", "photo", "", ""),
        (".jpg", ".jpg", "", ""),
        ("..jpg", ".", "jpg", ""),
        ("a.b/photo", "photo", "", "a.b"),
        ("ä.b/写真.tif", "写真", "tif", "ä.b"),
        ("b/\u{301}c.jpg", "\u{301}c", "jpg", "b"),
        ("b/c.\u{301}jpg", "c", "\u{301}jpg", "b"),
    ])
    func partsOfAPath(path: String, stem: String, ending: String, parent: String) {
        #expect(ExportName.stem(of: path).unicodeScalars.elementsEqual(stem.unicodeScalars))
        #expect(ExportName.ending(of: path).unicodeScalars.elementsEqual(ending.unicodeScalars))
        #expect(ExportName.parent(of: path) == parent)
    }

    @Test(arguments: [
        ("{stem}", "photo"),
        ("{stem}-{ext}", "photo-jpg"),
        ("{parent}_{number}", "roll_7"),
        ("{number}{number}", "77"),
        ("plain", "plain"),
        ("ä {stem} #1", "ä photo #1"),
    ])
    func templates(template: String, name: String) throws {
        #expect(
            try ExportBatch.Naming(template).name(of: "scans/roll/photo.jpg", number: 7) == name)
    }

    @Test func valuesAreNotTemplates() throws {
        let name = try ExportBatch.Naming("{parent}-{stem}").name(of: "{stem}/{ext}.jpg", number: 1)
        #expect(name == "{stem}-{ext}")
    }

    @Test func whatIsMissingIsNothing() throws {
        #expect(try ExportBatch.Naming("a{parent}{ext}").name(of: "photo", number: 1) == "a")
        #expect(ExportBatch.Naming().template == "{stem}")
    }

    @Test(arguments: ["{name}", "{stem", "stem}", "{}", "{{stem}}", "{Stem}", "{number:03}"])
    func wrongTemplates(template: String) {
        let error = #expect(throws: ZigguratError.self) { try ExportBatch.Naming(template) }
        #expect(
            error?.reason as? ExportBatch.Naming.Failure
                == .unknownPlaceholder(
                    template: template,
                    known: ["{stem}", "{ext}", "{parent}", "{number}", "{page}"]))
    }
}
