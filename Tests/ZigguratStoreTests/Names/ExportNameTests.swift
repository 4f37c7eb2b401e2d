import Foundation
import Testing

@testable import ZigguratExport
@testable import ZigguratFormats
@testable import ZigguratKit
@testable import ZigguratStore
@testable import ZigguratSystem

/// Valid and invalid names of exports, and the names that templates give.
@Suite struct ExportNameTests {
    @Test(arguments: [
        "photo", "a", "two words", "it's", #""quoted""#, "50%", "a#b?c&d=e", "a+b", "-dash",
        "a.b.c",
        "a.jpg", "Bäume", "写真", "🏔", "a{name}b", "{z}", "back\\slash", "a:b", "~", "index",
        "Viewer",
        "a/b", "a/b/c/d", "a/\u{301}b", "a./b", "photo.", " ", String(repeating: "x", count: 200),
        String(repeating: "ä", count: 100),
    ])
    func usableNames(name: String) {
        #expect(throws: Never.self) { try ExportName.check(name, source: "s.jpg") }
        #expect(ExportName.isUsable(name))
    }

    @Test(arguments: [
        ("", ExportNamingError.empty),
        (".", ExportNamingError.reserved(".")),
        ("..", ExportNamingError.reserved("..")),
        (".hidden", ExportNamingError.reserved(".hidden")),
        (".\u{301}hidden", ExportNamingError.reserved(".\u{301}hidden")),
        (".ziggurat-1", ExportNamingError.reserved(".ziggurat-1")),
        ("index.html", ExportNamingError.reserved("index.html")),
        ("viewer", ExportNamingError.reserved("viewer")),
        ("ziggurat.json", ExportNamingError.reserved("ziggurat.json")),
        ("ziggurat.hashes", ExportNamingError.reserved("ziggurat.hashes")),
        ("book.json", ExportNamingError.reserved("book.json")),
        ("comparison.json", ExportNamingError.reserved("comparison.json")),
        ("gallery.json", ExportNamingError.reserved("gallery.json")),
        ("a/gallery.json", ExportNamingError.reserved("a/gallery.json")),
        ("/", ExportNamingError.emptyFolder("/")),
        ("/a", ExportNamingError.emptyFolder("/a")),
        ("a/", ExportNamingError.emptyFolder("a/")),
        ("a//b", ExportNamingError.emptyFolder("a//b")),
        ("a/../b", ExportNamingError.reserved("a/../b")),
        ("a/.", ExportNamingError.reserved("a/.")),
        (".a/b", ExportNamingError.reserved(".a/b")),
        ("a/viewer", ExportNamingError.reserved("a/viewer")),
        ("viewer/a", ExportNamingError.reserved("viewer/a")),
        ("a/b/c/d/e", ExportNamingError.tooDeep("a/b/c/d/e", limit: 4)),
        ("a\u{0}b", ExportNamingError.containsControlCharacter),
        ("a\nb", ExportNamingError.containsControlCharacter),
        ("a\r\nb", ExportNamingError.containsControlCharacter),
        ("a\u{7F}", ExportNamingError.containsControlCharacter),
        (
            String(repeating: "x", count: 201),
            ExportNamingError.tooLong(
                String(repeating: "x", count: 201), bytes: 201, limit: 200)
        ),
        (
            String(repeating: "ä", count: 101),
            ExportNamingError.tooLong(
                String(repeating: "ä", count: 101), bytes: 202, limit: 200)
        ),
    ])
    func unusableNames(name: String, failure: ExportNamingError) {
        let error = #expect(throws: ZigguratError.self) {
            try ExportName.check(name, source: "s.jpg")
        }
        #expect(error == ZigguratError(failure, "s.jpg"))
        #expect(!ExportName.isUsable(name))
    }

    @Test(arguments: [
        ("{stem}", "photo"),
        ("{stem}-{ext}", "photo-jpg"),
        ("{parent}_{number}", "roll_7"),
        ("{number}{number}", "77"),
        ("plain", "plain"),
        ("{number:04}", "0007"),
        ("{page:02}-{number:01}", "01-7"),
        ("{parent}/{stem}", "roll/photo"),
        ("ä {stem} #1", "ä photo #1"),
    ])
    func templates(template: String, name: String) throws {
        #expect(
            try ExportNaming(template).name(of: "scans/roll/photo.jpg", number: 7) == name)
    }

    @Test(
        "A slug has small letters, digits and hyphens",
        arguments: [
            ("Photo", "photo"), ("Élan Vital (2nd) 01", "elan-vital-2nd-01"),
            ("__a--b..c__", "a-b-c"), ("Ærø Straße Œuvre", "aero-strasse-oeuvre"),
            ("e\u{301}te\u{301}", "ete"), ("Ångström ŁÓDŹ", "angstrom-lodz"),
            ("写真 1", "写真-1"), ("Москва", "москва"), ("हिन्दी", "हिन्दी"), ("a_1", "a-1"), ("!", ""),
        ])
    func slugs(stem: String, slug: String) throws {
        let name = try ExportNaming("{slug}").name(of: "in/\(stem).tif", number: 1)
        #expect(name == slug)
    }

    @Test func valuesAreNotTemplates() throws {
        let name = try ExportNaming("{parent}-{stem}").name(of: "{stem}/{ext}.jpg", number: 1)
        #expect(name == "{stem}-{ext}")
    }

    @Test func whatIsMissingIsNothing() throws {
        #expect(try ExportNaming("a{ext}").name(of: "photo", number: 1) == "a")
        // If the path does not name a folder, `{parent}` is the name of the current folder.
        let here = Path.name(of: FileManager.default.currentDirectoryPath)
        for path in ["photo", "./photo", "photo.jpg"] {
            #expect(try ExportNaming("{parent}").name(of: path, number: 1) == here)
        }
        #expect(ExportNaming().template == "{stem}")
    }

    @Test(arguments: [
        "{name}", "{stem", "stem}", "{}", "{{stem}}", "{Stem}", "{number:3}", "{number:0}",
        "{number:033}",
        "{number:}", "{stem:03}", "{number:0x}",
    ])
    func wrongTemplates(template: String) {
        let error = #expect(throws: ZigguratError.self) { try ExportNaming(template) }
        #expect(
            error?.reason as? ExportNamingError
                == .unknownPlaceholder(
                    template: template,
                    known: ["{stem}", "{slug}", "{ext}", "{parent}", "{number}", "{page}"]))
    }
}
