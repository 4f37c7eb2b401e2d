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
        ("", "its export would have an empty name"),
        (".", "an export cannot be called “.”"),
        ("..", "an export cannot be called “..”"),
        (".hidden", "an export cannot be called “.hidden”"),
        (".\u{301}hidden", "an export cannot be called “.\u{301}hidden”"),
        (".ziggurat-1", "an export cannot be called “.ziggurat-1”"),
        ("index.html", "an export cannot be called “index.html”"),
        ("viewer", "an export cannot be called “viewer”"),
        ("a/b", "the name “a/b” has a slash in it"),
        ("/", "the name “/” has a slash in it"),
        ("a/\u{301}b", "the name “a/\u{301}b” has a slash in it"),
        ("a\u{0}b", "its name has control characters in it"),
        ("a\nb", "its name has control characters in it"),
        ("a\r\nb", "its name has control characters in it"),
        ("a\u{7F}", "its name has control characters in it"),
        (
            String(repeating: "x", count: 201),
            "“xxxxxxxxxxxxxxxxxxxx…” is too long for a name, 201 bytes"
        ),
        (
            String(repeating: "ä", count: 101),
            "“ääääääääääääääääääää…” is too long for a name, 202 bytes"
        ),
    ])
    func unusableNames(name: String, problem: String) {
        let error = #expect(throws: ZigguratError.self) {
            try ExportName.check(name, source: "s.jpg")
        }
        #expect(
            error
                == ZigguratError(
                    .invalidOptions, "s.jpg", problem, remedy: "choose another name with --name"))
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
        #expect(error?.problem == "“\(template)” has a placeholder that is none")
        #expect(error?.remedy == "there are {stem}, {ext}, {parent}, {number}, {page}")
    }
}
