import Foundation
import Testing
import ZigguratSystem

@testable import ZigguratViewer

@Suite struct ViewerPageTests {
    private func page(_ description: PageDescription) throws -> Page {
        try Page(try ViewerPage(description).files())
    }

    @Test func aBundleHasItsPageAndScripts() throws {
        let files = try ViewerPage(Samples.description()).files()
        #expect(
            files.map(\.path) == [
                "index.html", "viewer/ziggurat.js", "viewer/openseadragon.min.js",
            ])
        #expect(files.allSatisfy { !$0.bytes.isEmpty })
        let page = try Page(files)
        for file in files.dropFirst() {
            #expect(page.count(of: "<script src=\"\(file.path)\" defer></script>") == 1)
        }
        #expect(page.count(of: "{{") == 0)
        let script = String(decoding: files[2].bytes.prefix(4_000), as: UTF8.self)
        #expect(script.hasPrefix("//! openseadragon 6.1.1"))
        #expect(script.contains("Redistributions in binary form must reproduce"))
    }

    @Test func theConfigurationIsTheDescription() throws {
        var description = Samples.description()
        description.background = "#123456"
        description.caption = .init(description: "d", attribution: "a", rights: "r")
        description.links = [.init(title: "Descriptor", path: "a photo.dzi")]
        description.thumbnail = "thumbnail.jpg"
        description.transparent = true
        let config = Data(try page(description).config().utf8)
        #expect(try JSONDecoder().decode(PageDescription.self, from: config) == description)
    }

    @Test(arguments: Samples.hostile)
    func whatStrangersWriteStaysText(text: String) throws {
        var description = Samples.description(title: text)
        description.name = text
        description.caption = .init(description: text, attribution: text, rights: text)
        description.links = [.init(title: text, path: text)]
        description.thumbnail = text
        let hostile = try page(description)
        // Nothing that it says makes an element or ends one: there are as many of each as without.
        description = Samples.description()
        description.caption = .init(description: "x", attribution: "x", rights: "x")
        description.links = [.init(title: "x", path: "x")]
        description.thumbnail = "x"
        let tame = try page(description)
        for tag in ["<script", "</script", "<img", "<!--", "<a ", "<style", "onerror=\""] {
            #expect(hostile.count(of: tag) == tame.count(of: tag), "\(tag)")
        }
        let config = try hostile.config()
        #expect(!config.contains("<") && !config.contains("\u{2028}"))
        let decoded = try JSONDecoder().decode(PageDescription.self, from: Data(config.utf8))
        #expect(decoded.title == text && decoded.caption.description == text)
    }

    /// The comparison above finds an element that gets through.
    @Test func anUnescapedTitleWouldBeFound() throws {
        let template = Template(name: "bad.html", bytes: Array("{{{title}}}".utf8))
        let rendered = try template.rendered(with: ["title": Samples.hostile[0]])
        #expect(String(decoding: rendered, as: UTF8.self).contains("<img"))
    }

    @Test func thePolicyAllowsThePagesOwnStyleAndNothingElse() throws {
        let page = try page(Samples.description())
        func hash(_ start: String, _ end: String) throws -> String {
            let text = try page.part(from: start, to: end)
            return Data(SHA256.digest(of: Array(text.utf8)).bytes).base64EncodedString()
        }
        let style = try hash("<style data-openseadragon-mobile-css>", "</style>")
        let script = try hash("<script>", "</script>")
        #expect(
            try page.policy()
                == "default-src 'none'; script-src 'self' 'sha256-\(script)'; "
                + "style-src 'sha256-\(style)'; img-src 'self' data:; base-uri 'none'; "
                + "form-action 'none'")
        #expect(page.count(of: "<style") == 1)
        #expect(page.count(of: " style=") == 0)
        #expect(page.html.firstMatch(of: /<[^>]+\son[a-z]+=/) == nil)
    }

    @Test func thePlaceholderIsThereBeforeAnyScript() throws {
        var description = Samples.description()
        description.placeholder = [0xFF, 0xD8, 0xFF, 0xD9]
        let image = "src=\"data:image/jpeg;base64,/9j/2Q==\""
        #expect(try page(description).count(of: image) == 1)
        description.placeholder = nil
        #expect(try page(description).count(of: "id=\"placeholder\"") == 0)
    }

    @Test func rightsAreALinkOnlyWhenTheyAreAnAddress() throws {
        var description = Samples.description()
        description.caption.rights = "https://rights.example/by?a=1&b=2"
        #expect(
            try page(description).count(
                of: "<a rel=\"license\" href=\"https://rights.example/by?a=1&amp;b=2\">") == 1)
        description.caption.rights = "javascript:alert(1)"
        #expect(try page(description).count(of: "<a rel=\"license\"") == 0)
    }

    @Test func contradictionsAreRefused() throws {
        func message(_ change: (inout PageDescription) -> Void) -> String {
            var description = Samples.description()
            change(&description)
            do {
                _ = try ViewerPage(description).files()
                return "nothing was wrong"
            } catch {
                return "\(error)"
            }
        }
        #expect(message { _ in } == "nothing was wrong")
        #expect(message { $0.levels = [] }.contains("no level was written"))
        #expect(message { $0.width = 0 }.contains("0 × 442"))
        #expect(message { $0.levels[0].width = 144 }.contains("level 0 is 144 × 221"))
        #expect(message { $0.levels[1].columns = 3 }.contains("3 × 2 tiles"))
        #expect(message { $0.levels[1].tiles = ["a"] }.contains("4 tiles but 1 paths"))
        #expect(message { $0.levels[0].template = nil }.contains("level 0 has no paths"))
        #expect(message { $0.levels.swapAt(0, 1) }.contains("level 1 is not larger"))
        #expect(
            message { $0.links = [.init(title: "x", address: "javascript:alert(1)")] }
                .contains("“x” leads to javascript:alert(1)"))
    }
}
