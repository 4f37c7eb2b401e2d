import Testing
import ZigguratCore
import ZigguratFormats
import ZigguratSystem

@Suite("The list of layouts")
struct LayoutRegistryTests {
    @Test("Names are unique, in lower case and valid as folders and options")
    func names() {
        let names = Formats.standard.layouts.map(\.name)
        #expect(
            names == [
                "dzi", "xyz", "tms", "google", "zoomify", "iiif", "iiif3", "legacy", "single",
                "photoscroller", "tilemanager", "jctiled", "ldo", "catiledlayer",
                "template",
            ])
        #expect(Set(names).count == names.count)
        #expect(names.allSatisfy(isName))
        #expect(
            Formats.standard.layouts.allSatisfy {
                !$0.summary.isEmpty && !$0.summary.hasSuffix(".")
            })
    }

    @Test(
        "An invalid name is rejected",
        arguments: ["", "DZI", "z x", "z/x", "ö", "-a", "3d", "a,b"])
    func noName(name: String) {
        #expect(!isName(name))
    }

    @Test(
        "Each layout has an example path",
        arguments: [
            ("dzi", "photo_files/10/3_3.jpg"), ("xyz", "2/3/3.jpg"),
            ("iiif", "512,512,488,288/488,/0/default.jpg"),
            ("iiif3", "512,512,488,288/488,288/0/default.jpg"), ("tms", "2/3/0.jpg"),
            ("google", "2/3/3.jpg"), ("zoomify", "TileGroup0/2-3-3.jpg"),
            ("legacy", "1000x800.jpg"), ("single", "photo.jpg"),
            ("photoscroller", "photo_1000_3_3.png"), ("tilemanager", "photo_1000_3_3.png"),
            ("jctiled", "photo_4x_3_3.png"), ("ldo", "3x/2/1_1.jpeg"),
            ("catiledlayer", "photo_3_3.png"),
            ("template", "photo/2/3_3.jpg"),
        ])
    func examples(name: String, path: String) throws {
        #expect(try Formats.standard.layout(named: name)?.examplePath() == path)
    }

    @Test("Names of layouts are case-sensitive")
    func lookUp() {
        #expect(Formats.standard.layouts.map(\.name) == Formats.standard.layouts.map(\.name))
        for layout in Formats.standard.layouts {
            #expect(Formats.standard.layout(named: layout.name)?.name == layout.name)
        }
        for name in ["", "DZI", "dzi ", "zoom"] {
            #expect(Formats.standard.layout(named: name) == nil)
        }
    }

    private func isName(_ name: String) -> Bool {
        guard let first = name.utf8.first, (0x61...0x7A).contains(first) else { return false }
        return name.utf8.allSatisfy {
            (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D
        }
    }
}
