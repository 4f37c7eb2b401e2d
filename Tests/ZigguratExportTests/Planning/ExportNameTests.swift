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
        ("", NameFailure.empty),
        (".", NameFailure.reserved(".")),
        ("..", NameFailure.reserved("..")),
        (".hidden", NameFailure.reserved(".hidden")),
        (".\u{301}hidden", NameFailure.reserved(".\u{301}hidden")),
        (".ziggurat-1", NameFailure.reserved(".ziggurat-1")),
        ("index.html", NameFailure.reserved("index.html")),
        ("viewer", NameFailure.reserved("viewer")),
        ("a/b", NameFailure.containsSlash("a/b")),
        ("/", NameFailure.containsSlash("/")),
        ("a/\u{301}b", NameFailure.containsSlash("a/\u{301}b")),
        ("a\u{0}b", NameFailure.containsControlCharacter),
        ("a\nb", NameFailure.containsControlCharacter),
        ("a\r\nb", NameFailure.containsControlCharacter),
        ("a\u{7F}", NameFailure.containsControlCharacter),
        (
            String(repeating: "x", count: 201),
            NameFailure.tooLong(String(repeating: "x", count: 201), bytes: 201, limit: 200)
        ),
        (
            String(repeating: "ä", count: 101),
            NameFailure.tooLong(String(repeating: "ä", count: 101), bytes: 202, limit: 200)
        ),
    ])
    func unusableNames(name: String, failure: NameFailure) {
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
        #expect(try ExportNaming(template).name(of: "scans/roll/photo.jpg", number: 7) == name)
    }

    @Test func valuesAreNotTemplates() throws {
        let name = try ExportNaming("{parent}-{stem}").name(of: "{stem}/{ext}.jpg", number: 1)
        #expect(name == "{stem}-{ext}")
    }

    @Test func whatIsMissingIsNothing() throws {
        #expect(try ExportNaming("a{parent}{ext}").name(of: "photo", number: 1) == "a")
        #expect(ExportNaming().template == "{stem}")
    }

    @Test(arguments: ["{name}", "{stem", "stem}", "{}", "{{stem}}", "{Stem}", "{number:03}"])
    func wrongTemplates(template: String) {
        let error = #expect(throws: ZigguratError.self) { try ExportNaming(template) }
        #expect(
            error?.reason as? NameFailure
                == .unknownPlaceholder(
                    template: template,
                    known: ["{stem}", "{ext}", "{parent}", "{number}", "{page}"]))
    }
}
