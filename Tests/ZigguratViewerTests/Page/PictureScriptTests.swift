import Foundation
import Testing
import ZigguratCore

@testable import ZigguratViewer

/// The pages of a destination learn of each other from two scripts.
@Suite struct PictureScriptTests {
    private func json(_ file: BundleFile, of name: String) throws -> JSONValue {
        let text = String(decoding: file.bytes, as: UTF8.self)
        let start = "window.\(name) = "
        #expect(text.hasPrefix(start) && text.hasSuffix(";\n"))
        return try JSONDecoder().decode(
            JSONValue.self, from: Data(text.dropFirst(start.count).dropLast(2).utf8))
    }

    @Test("An image's script has its page's configuration and placeholder")
    func imageScript() throws {
        var page = Samples.page(Caption(title: Samples.hostile[0]))
        page.place = "a photo/dzi"
        page.placeholder = [0xFF, 0xD8, 0xFF, 0xD9]
        let files = try PageWriter().files(for: page)
        let script = try #require(files.first { $0.path == "viewer/picture.js" })
        let found = try json(script, of: "zigguratPicture")
        #expect(found["title"].string == Samples.hostile[0])
        #expect(found["place"]["root"] == "../../")
        #expect(found["placeholder"] == "data:image/jpeg;base64,/9j/2Q==")
        // Other pages cannot read a page inside an archive.
        page.place = nil
        #expect(
            try !PageWriter().files(for: page).contains { $0.path == "viewer/picture.js" })
    }

    @Test("The list has one line for each image, and omits images in containers")
    func list() throws {
        var entries = Samples.gallery(titles: ["one", Samples.hostile[4]])
        entries.append(
            GalleryEntry(
                name: "packed", title: "packed", size: PixelSize(width: 1, height: 1),
                thumbnail: nil,
                links: [(title: "dzi (zip)", path: "packed/dzi.zip", isPage: false)]))
        let files = try PageWriter().gallery(of: entries)
        #expect(files.map(\.path) == ["index.html", "pictures.js"])
        #expect(files[1].bytes.count { $0 == UInt8(ascii: "\n") } == 4)
        let list = try json(files[1], of: "zigguratPictures")
        #expect(list.array?.map(\.["name"]) == ["one", .string(Samples.hostile[4])])
        #expect(list[0]["pages"] == [["layout": "dzi", "path": "one/dzi/index.html"]])
        #expect(
            String(decoding: try PageWriter().gallery(of: [])[1].bytes, as: UTF8.self)
                == "window.zigguratPictures = [\n\n];\n")
    }
}
