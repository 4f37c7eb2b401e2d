import Testing
import ZigguratSystem

@Suite struct PathTests {
    @Test(
        "A relative path, resolved in its folder, gives the absolute path",
        arguments: [
            ("/a/photos", "/a/out", "../photos"), ("/a/out/x", "/a/out", "x"),
            ("/b", "/a/c", "../../b"),
            ("/a/out", "/a/out", ""), ("/a", "/", "a"),
        ])
    func both(place: String, folder: String, path: String) {
        #expect(Path.relative(place, from: folder) == path)
        #expect(Path.resolved(path, in: folder) == place)
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
        #expect(Path.stem(of: path).unicodeScalars.elementsEqual(stem.unicodeScalars))
        #expect(Path.ending(of: path).unicodeScalars.elementsEqual(ending.unicodeScalars))
        #expect(Path.parentName(of: path) == parent)
    }
}
