import Foundation
import Testing
import ZigguratSystem

@testable import ZigguratViewer

/// Where pages have their scripts, and which viewer they are.
@Suite struct PageSettingTests {
    private func files(
        _ assets: PageSetting.Assets, _ library: ViewerLibrary = .openSeadragon,
        _ description: PageDescription = Samples.flat()
    ) throws -> [ViewerFile] {
        try ViewerPage(description, setting: PageSetting(library: library, assets: assets)).files()
    }

    private static func hash(_ text: String) -> String {
        "'sha256-\(Data(SHA256.digest(of: Array(text.utf8)).bytes).base64EncodedString())'"
    }

    @Test func aPageMayHoldEverything() throws {
        for library in [ViewerLibrary.openSeadragon, .leaflet] {
            let files = try files(.inline, library)
            #expect(files.map(\.path) == ["index.html"])
            let page = try Page(files)
            #expect(page.count(of: "<script src=") == 0)
            // The scripts are allowed by their hashes, and nothing else is.
            var hashes: [String] = []
            var rest = page.html[...]
            while let start = rest.firstRange(of: "<script>")?.upperBound,
                let end = rest[start...].firstRange(of: "</script>")?.lowerBound
            {
                hashes.append(Self.hash(String(rest[start..<end])))
                rest = rest[end...]
            }
            #expect(hashes.count == 3)
            #expect(
                try page.policy().contains("script-src \(hashes.joined(separator: " ")); style-src")
            )
            #expect(try !page.policy().contains("unsafe"))
        }
    }

    @Test func whatWouldEndAScriptIsWrittenOtherwise() {
        let script = "a('</script>'); b('<!--'); c(1 < 2)"
        #expect(
            String(decoding: InlineScript.safe(Array(script.utf8)), as: UTF8.self)
                == "a('<\\/script>'); b('<\\!--'); c(1 < 2)")
    }

    @Test func pagesMayShareTheirScripts() throws {
        let files = try files(.shared("../../viewer/"))
        #expect(files.map(\.path) == ["index.html"])
        let shared = ViewerPage.sharedFiles(PageSetting(), in: "viewer/")
        #expect(shared.count == 2)
        for file in shared {
            #expect(try Page(files).count(of: "<script src=\"../../\(file.path)\" defer>") == 1)
            #expect(file.path.wholeMatch(of: /viewer\/[a-z.]+-[0-9a-f]{8}\.js/) != nil)
        }
        // Another version of a script has another name.
        let own = TemplateSet.Own(place: "view.js", bytes: Array("// mine".utf8))
        let other = ViewerPage.sharedFiles(
            PageSetting(templates: try TemplateSet(replacing: ["view.js": own])), in: "viewer/")
        #expect(shared[1] == other[1] && shared[0].path != other[0].path)
    }

    @Test func leafletHasItsOwnScripts() throws {
        let files = try files(.beside, .leaflet)
        #expect(
            files.map(\.path) == ["index.html", "viewer/leaflet.min.js", "viewer/ziggurat.js"])
        let library = String(decoding: files[1].bytes.prefix(300), as: UTF8.self)
        #expect(library.contains("Leaflet 1.9") && library.contains("(c) 2010"))
        let page = try Page(files)
        #expect(page.count(of: ".leaflet-pane") > 0)
        let style = try page.part(from: "<style data-openseadragon-mobile-css>", to: "</style>")
        #expect(try page.policy().contains("style-src \(Self.hash(style));"))
    }

    /// What Leaflet cannot show, and why.
    static let misfits: [(reason: String, change: @Sendable (inout PageDescription) -> Void)] = [
        ("its tiles overlap by 1 pixel", { $0.overlap = 1 }),
        ("its tiles overlap by 4 pixels", { $0.overlap = 4 }),
        ("its levels are rounded down", { $0.width = 291 }),
        ("which is no power of two", { $0.levels[0].scaleFactor = 3 }),
        (
            "its level 1 is not twice as large",
            {
                ($0.levels[0].scaleFactor, $0.levels[0].width) = (4, 73)
                $0.levels[0].height = 111
            }
        ),
    ]

    @Test func whatLeafletCannotShowIsRefused() {
        #expect(LeafletFit.problem(with: Samples.flat()) == nil)
        for (reason, change) in Self.misfits {
            var description = Samples.flat()
            change(&description)
            #expect(LeafletFit.problem(with: description)?.contains(reason) == true, "\(reason)")
        }
        #expect(throws: ViewerError.self) {
            try files(.beside, .leaflet, Samples.description())
        }
    }

    @Test func cardsHaveWholeAddressesWhereTheyAreKnown() throws {
        var description = Samples.flat()
        description.thumbnail = "viewer/thumbnail #1.jpg"
        let unknown = try Page(files(.beside, .openSeadragon, description))
        #expect(
            unknown.count(of: "property=\"og:image\" content=\"viewer/thumbnail%20%231.jpg\"") == 1)
        #expect(unknown.count(of: "og:url") == 0 && unknown.count(of: "canonical") == 0)
        description.address = "https://example.org/p/photo/xyz"
        let known = try Page(files(.beside, .openSeadragon, description))
        let image = "https://example.org/p/photo/xyz/viewer/thumbnail%20%231.jpg"
        #expect(known.count(of: "property=\"og:image\" content=\"\(image)\"") == 1)
        #expect(known.count(of: "name=\"twitter:image\" content=\"\(image)\"") == 1)
        let place = "https://example.org/p/photo/xyz/"
        #expect(known.count(of: "property=\"og:url\" content=\"\(place)\"") == 1)
        #expect(known.count(of: "name=\"twitter:card\" content=\"summary_large_image\"") == 1)
        #expect(known.count(of: "property=\"og:title\" content=\"A picture\"") == 1)
    }
}
