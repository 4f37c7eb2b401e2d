import Testing
import ZigguratSystem

@Suite struct RelativePathTests {
    @Test(
        "A path relative to a folder leads back to the place",
        arguments: [
            ("/a/photos", "/a/out", "../photos"), ("/a/out/x", "/a/out", "x"),
            ("/b", "/a/c", "../../b"),
            ("/a/out", "/a/out", ""), ("/a", "/", "a"),
        ])
    func both(place: String, folder: String, path: String) {
        #expect(RelativePath.of(place, from: folder) == path)
        #expect(RelativePath.absolute(path, in: folder) == place)
    }
}
