import Foundation
import TestSupport
import Testing
import ZigguratCore
import ZigguratSystem

@testable import ZigguratViewer

/// The places of the scripts of pages, for both viewers.
@Suite struct PageAssetTests {
    private func files(
        _ assets: PageTemplates.Assets, _ viewer: PageTemplates.Viewer = .openseadragon,
        _ page: PageDescription = Samples.page(overlap: 0)
    ) throws -> [BundleFile] {
        var page = page
        (page.assets, page.viewer) = (assets, viewer)
        return try PageWriter().files(for: page)
    }

    private static func hash(_ text: String) -> String {
        "'sha256-\(Data(SHA256.digest(of: Array(text.utf8)).bytes).base64EncodedString())'"
    }

    @Test("A page can contain its scripts and their licences")
    func onePage() throws {
        for viewer in [PageTemplates.Viewer.openseadragon, .leaflet] {
            let files = try files(.page, viewer)
            #expect(files.map(\.path) == ["index.html"])
            let page = try Page(files)
            #expect(page.count(of: "<script src=") == 0)
            #expect(page.html.contains("THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS"))
            // The policy allows only these scripts, by their checksums.
            var hashes: [String] = []
            var rest = page.html[...]
            while let start = rest.firstRange(of: "<script>")?.upperBound,
                let end = rest[start...].firstRange(of: "</script>")?.lowerBound
            {
                hashes.append(Self.hash(String(rest[start..<end])))
                rest = rest[end...]
            }
            #expect(!hashes.isEmpty)
            #expect(
                try page.policy().contains("script-src \(hashes.joined(separator: " ")); style-src")
            )
            #expect(try !page.policy().contains("unsafe"))
        }
    }

    @Test("Text that would end a script element is escaped")
    func scriptEnd() {
        let script = "a('</script>'); b('<!--'); c(1 < 2)"
        #expect(
            String(decoding: InlineScript.safe(Array(script.utf8)), as: UTF8.self)
                == "a('<\\/script>'); b('<\\!--'); c(1 < 2)")
    }

    @Test("Pages can share their scripts and the licences in them")
    func sharedScripts() throws {
        let files = try files(.destination)
        #expect(files.map(\.path) == ["index.html"])
        let shared = try PageWriter().sharedFiles(of: .openseadragon, in: "en")
        #expect(shared.count == 9)
        // The page loads the first two scripts at once. Only some visitors or pages need the other
        // scripts.
        for (index, file) in shared.enumerated() {
            #expect(
                try Page(files).count(of: "<script src=\"../../\(file.path)\" defer>")
                    == (index < 2 ? 1 : 0))
            #expect(file.path.wholeMatch(of: /viewer\/[a-z.-]+-[0-9a-f]{8}\.js/) != nil)
        }
        for viewer in [PageTemplates.Viewer.openseadragon, .leaflet] {
            let licences = try PageWriter().sharedFiles(of: viewer).filter {
                String(decoding: $0.bytes, as: UTF8.self).contains("THIS SOFTWARE IS PROVIDED")
            }
            #expect(licences.count == 1, "\(viewer)")
        }
        // A changed script has another name.
        let own = Template(place: "page/view.js", bytes: Array("// mine".utf8))
        let other = try PageWriter(PageTemplates(replacing: ["page/view.js": own]))
            .sharedFiles(of: .openseadragon, in: "en")
        #expect(shared[1] == other[1] && shared[0].path != other[0].path)
    }

    @Test("A page contains only the reader for its archive", arguments: ArchiveKind.allCases)
    func readers(kind: ArchiveKind) throws {
        let marks: [(ArchiveKind, String)] = [
            (.pmtiles, "class PMTilesArchive"), (.tiff, "class TIFFArchive"),
            (.zip, "class ZIPArchive"),
        ]
        for viewer in [PageTemplates.Viewer.openseadragon, .leaflet] {
            var page = Samples.page(overlap: 0)
            page.archive = PageArchive(kind, path: "../a", byteCount: 9, title: "xyz")
            let files = try files(.bundle, viewer, page)
            func kinds(_ path: String) throws -> [ArchiveKind] {
                let file = try #require(files.first { $0.path == path })
                let text = String(decoding: file.bytes, as: UTF8.self)
                return marks.filter { text.contains($0.1) }.map(\.0)
            }
            #expect(try kinds("viewer/ziggurat.js") == [kind])
            // The script for external pages reads all archives.
            #expect(try kinds("viewer/ziggurat-tiles.js") == ArchiveKind.allCases)
            #expect(try Page(files).count(of: "<script src=") == 2)
        }
    }

    @Test("Every script is part of a page or of a file that pages load")
    func scripts() {
        let own = Set(
            [PageTemplates.Viewer.openseadragon, .leaflet].flatMap { viewer in
                PageScripts.image(viewer, archive: .zip, hasFormats: true, isBook: true)
            } + PageScripts.comparison(archives: []) + PageScripts.gallery
                + (SeparateScript.all + SeparateScript.comparison).flatMap(\.templates)
                + PageScripts.head + PageScripts.start)
        let scripts = PageTemplates.names.filter { $0.hasSuffix(".js") }
        // A service worker is no script of a page.
        #expect(Set(scripts).symmetricDifference(own) == ["offline/worker.js"])
    }

    @Test("The program contains every file of the folder Templates")
    func embedded() throws {
        let root = Repository.root.appending(path: "Templates")
        let files = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter {
            [".html", ".css", ".js", ".json"].contains(where: $0.hasSuffix) && $0 != "jsconfig.json"
        }
        #expect(Set(files).symmetricDifference(PageTemplates.names) == [])
    }

    @Test("The script for pages of other authors adds one global")
    func isolated() throws {
        let file = PageWriter().file(.reader, in: "")
        let code = String(decoding: file.bytes, as: UTF8.self)
        #expect(code.hasPrefix("(function () {\n") && code.hasSuffix("})();\n"))
        #expect(code.contains("\nconst ziggurat={};\n"))
        #expect(code.ranges(of: "\nwindow.ZigguratTiles=").count == 1)
    }

    @Test("Leaflet's pages have its scripts, style and licence")
    func leaflet() throws {
        let files = try files(.bundle, .leaflet)
        #expect(
            files.map(\.path).prefix(5) == [
                "index.html", "viewer/leaflet.min.js", "viewer/ziggurat.js",
                "viewer/ziggurat-viewer.js", "viewer/ziggurat-frame.js",
            ])
        let library = String(decoding: files[1].bytes.prefix(3000), as: UTF8.self)
        #expect(library.contains("Leaflet 1.9") && library.contains("(c) 2010"))
        #expect(library.contains("Redistributions in binary form must reproduce"))
        let page = try Page(files)
        #expect(page.count(of: ".leaflet-pane") > 0)
        let style = try page.part(from: "<style data-openseadragon-mobile-css>", to: "</style>")
        #expect(style.contains("Leaflet, BSD 2-Clause License"))
        #expect(try page.policy().contains("style-src \(Self.hash(style));"))
    }

    static let limitations: [(LeafletLimitation, PageDescription)] = [
        (.overlap(pixels: 1), Samples.page()),
        (
            .levelsRoundedDown,
            Samples.page(overlap: 0, shape: PyramidShape(depth: .levels(2), rounding: .down))
        ),
    ]

    @Test("Leaflet refuses pyramids that its grid cannot show", arguments: limitations)
    func leafletLimitations(limitation: LeafletLimitation, page: PageDescription) throws {
        #expect(LeafletLimitation(in: page.bundle.pyramid) == limitation)
        let error = #expect(throws: ZigguratError.self) { try files(.bundle, .leaflet, page) }
        #expect(
            error?.reason as? PageError == .leafletUnsupported(limitation, layout: "dzi"))
        #expect(LeafletLimitation(in: Samples.page(overlap: 0).bundle.pyramid) == nil)
    }

    @Test("Social cards have whole addresses if the base address is known")
    func cards() throws {
        func page(_ baseURL: String?) throws -> Page {
            var page = Samples.page(baseURL: baseURL)
            page.thumbnail = "viewer/thumbnail #1.jpg"
            page.canonicalFolder = "xyz"
            return try Page(files(.bundle, .openseadragon, page))
        }
        let unknown = try page(nil)
        #expect(
            unknown.count(of: "property=\"og:image\" content=\"viewer/thumbnail%20%231.jpg\"") == 1)
        #expect(unknown.count(of: "og:url") == 0 && unknown.count(of: "canonical") == 0)
        let known = try page("https://example.org/p/")
        let place = "https://example.org/p/photo/dzi/"
        let image = "\(place)viewer/thumbnail%20%231.jpg"
        #expect(known.count(of: "property=\"og:image\" content=\"\(image)\"") == 1)
        // Pages of all layouts have the same canonical address.
        #expect(
            known.count(of: "rel=\"canonical\" href=\"https://example.org/p/photo/xyz/\"") == 1)
        #expect(known.count(of: "name=\"twitter:image\" content=\"\(image)\"") == 1)
        #expect(known.count(of: "property=\"og:url\" content=\"\(place)\"") == 1)
        #expect(known.count(of: "name=\"twitter:card\" content=\"summary\"") == 1)
        #expect(known.count(of: "property=\"og:title\" content=\"A picture\"") == 1)
    }
}
