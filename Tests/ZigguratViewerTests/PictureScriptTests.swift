import Foundation
import Testing

@testable import ZigguratViewer

/// The two scripts by which the pages of a destination know each other.
@Suite struct PictureScriptTests {
    private func value(_ file: ViewerFile, of name: String) throws -> [UInt8] {
        let text = String(decoding: file.bytes, as: UTF8.self)
        let start = "window.\(name) = "
        #expect(text.hasPrefix(start) && text.hasSuffix(";\n"))
        return Array(text.dropFirst(start.count).dropLast(2).utf8)
    }

    @Test func aPictureIsItsPagesConfigurationAndPlaceholder() throws {
        var description = Samples.description(title: Samples.hostile[0])
        description.place = PageDescription.Place(path: "a photo/dzi")
        description.placeholder = [0xFF, 0xD8, 0xFF, 0xD9]
        let files = try ViewerPage(description).files()
        let script = try #require(files.first { $0.path == "viewer/picture.js" })
        let json = Data(try value(script, of: "zigguratPicture"))
        let found = try JSONDecoder().decode(PageDescription.self, from: json)
        #expect(found.title == Samples.hostile[0] && found.place?.root == "../../")
        let placeholder = try JSONDecoder().decode([String: String?].self, from: json.placeholder)
        #expect(placeholder["placeholder"] == "data:image/jpeg;base64,/9j/2Q==")
        // Inside an archive nobody would find it.
        description.place = nil
        #expect(try !ViewerPage(description).files().contains { $0.path == "viewer/picture.js" })
    }

    @Test func theListHasAPictureALine() throws {
        let pictures = ["one", Samples.hostile[4]].map { name in
            PictureList.Picture(
                name: name, title: name, thumbnail: "\(name)/thumbnail.jpg",
                pages: [("dzi", "\(name)/dzi/index.html")])
        }
        let file = try PictureList(pictures).file()
        #expect(file.path == "pictures.js")
        #expect(file.bytes.count { $0 == UInt8(ascii: "\n") } == 4)
        let json = Data(try value(file, of: "zigguratPictures"))
        let names = try JSONDecoder().decode([Name].self, from: json).map(\.name)
        #expect(names == ["one", Samples.hostile[4]])
        #expect(
            String(decoding: try PictureList([]).file().bytes, as: UTF8.self)
                == "window.zigguratPictures = [\n\n];\n")
    }

    private struct Name: Decodable {
        let name: String
    }
}

extension Data {
    /// The one member of a JSON object that tests ask for by hand.
    fileprivate var placeholder: Data {
        let text = String(decoding: self, as: UTF8.self)
        let match = text.firstMatch(of: /"placeholder":"[^"]*"/)
        return Data("{\(match?.output ?? "")}".utf8)
    }
}
