import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Pages that read their tiles from one file.
@Suite struct ArchivePageTests {
    /// An archive with its page.
    struct Sample: Sendable, CustomTestStringConvertible {
        let picture: SamplePicture
        let container: String
        let layout: String
        var viewer = PageTemplates.Viewer.openseadragon
        var format = Publication.fine
        var assets = PageTemplates.Assets.bundle

        var testDescription: String { "\(container) \(layout) \(viewer) \(picture)" }

        /// The folder of the page.
        var folder: String { container == "zip" ? "\(layout)-zip" : container }

        /// The name of the file.
        var file: String {
            let ending = container == "tiff" ? "tif" : container
            return "\(picture.rawValue)\(container == "zip" ? "-\(layout)" : "").\(ending)"
        }

        /// Exports the picture; returns it.
        func publish(to folder: URL) async throws -> PixelPicture {
            try await TemporaryFolder.with { sources in
                let image = sources["\(picture.rawValue).png"]
                try await picture.write(to: image)
                try await Publication.export(
                    [image], to: folder,
                    options: Exporter.Options(
                        layouts: [try #require(Formats.standard.layout(named: layout))],
                        container: try #require(Formats.standard.container(named: container)),
                        tiling: Tiling.Request(encoding: format), viewer: viewer,
                        pageAssets: assets))
                return try await PixelPicture.read(image)
            }
        }
    }

    private static let samples = [
        Sample(picture: .colour, container: "pmtiles", layout: "xyz"),
        Sample(
            picture: .transparent, container: "pmtiles", layout: "xyz", format: TileEncoding(.png)),
        Sample(picture: .odd, container: "pmtiles", layout: "xyz", viewer: .leaflet),
        Sample(picture: .odd, container: "tiff", layout: "xyz"),
        Sample(
            picture: .transparent, container: "tiff", layout: "xyz", format: TileEncoding(.tiff)),
        Sample(
            picture: .colour, container: "tiff", layout: "xyz", viewer: .leaflet,
            format: TileEncoding(.tiff, bits: 16)),
        Sample(picture: .odd, container: "szi", layout: "dzi"),
        Sample(picture: .colour, container: "zip", layout: "dzi"),
        Sample(picture: .odd, container: "zip", layout: "iiif3", assets: .page),
        Sample(picture: .colour, container: "zip", layout: "xyz", viewer: .leaflet),
    ]

    /// The largest number of range requests before the first view is drawn.
    private static let mostRequests = 8

    @Test("Pages show the source from an archive, in both engines")
    func pixels() async throws {
        try await TemporaryFolder.with { folder in
            var published: [PixelPicture] = []
            for (index, sample) in Self.samples.enumerated() {
                published.append(try await sample.publish(to: folder["\(index)"]))
            }
            try await WebServer.with(serving: folder.url, ranges: true) { server in
                try await PageLook.check(
                    Self.samples.enumerated().flatMap { index, sample in
                        PageSetting.Engine.allCases.map { engine in
                            PageLook(
                                name: "archive \(index)",
                                bundle: server.url(
                                    "\(index)/\(sample.picture.rawValue)/\(sample.folder)"),
                                comparison: PageComparison(
                                    source: published[index], background: PageSample.background),
                                setting: PageSetting(
                                    engine: engine, origin: .http, screen: .single))
                        }
                    })
                // Each response is a part of the file, or says that the part in the cache is valid.
                let answers = try server.requests().filter { !$0.path.contains("/viewer/") }
                    .filter { request in Self.samples.contains { Self.isRead(request, $0) } }
                #expect(answers.count >= 2 * Self.samples.count)
                #expect(answers.allSatisfy { [206, 304].contains($0.status) }, "\(answers)")
            }
        }
    }

    private static func isRead(_ request: WebServer.Request, _ sample: Sample) -> Bool {
        request.path.removingPercentEncoding?.hasSuffix("/\(sample.file)") ?? false
    }

    @Test("The first view takes few requests", arguments: ["pmtiles", "szi", "tiff", "zip"])
    func requests(container: String) async throws {
        try await TemporaryFolder.with { folder in
            // Levels near the size of the window are the same as for 300 megapixels.
            let image = try await TestPicture(width: 5000, height: 3750)
                .write(to: folder["photo.png"])
            try await Publication.export(
                [image], to: folder["out"],
                options: Exporter.Options(
                    container: try #require(Formats.standard.container(named: container))))
            let page = container == "zip" ? "dzi-zip" : container
            try await WebServer.with(serving: folder["out"], ranges: true) { server in
                try await Browser.with(width: 1280, height: 800) { browser in
                    try await browser.open(server.url("photo/\(page)/index.html"))
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    let parts = try server.requests().filter { $0.status == 206 }
                    #expect((2...Self.mostRequests).contains(parts.count), "\(parts.count)")
                    let weight = try await PageWeightTests.weight(
                        server.requests().filter { $0.status == 200 }, in: folder["out"])
                    let limit = PageWeightTests.weightLimit
                    #expect((2000..<limit).contains(weight), "\(weight)")
                    #expect(try await browser.report().complaints == [])
                }
            }
        }
    }

    /// A fault of an archive or its host. The raw value is part of the page's message.
    enum Fault: String, CaseIterable {
        case noRanges = "does not support range requests"
        case truncated = "photo.pmtiles is truncated"
        case damaged = "The directory of photo.pmtiles is damaged"
        case damagedLeaf = "directory of photo.pmtiles is damaged."
        case missing = "photo.pmtiles was not found on the web server"
        case replaced = "photo.pmtiles was replaced by another file"
        case compressed = "photo-dzi.zip is compressed; its entries must be stored"
        case noDirectory = "photo-dzi.zip is truncated"

        var container: String { self == .compressed || self == .noDirectory ? "zip" : "pmtiles" }

        /// The path of the page in its destination.
        var page: String { "photo/\(container == "zip" ? "dzi-zip" : "pmtiles")/index.html" }

        /// Damages the file of a destination.
        func damage(_ destination: URL) async throws {
            let file = container == "zip" ? "photo/photo-dzi.zip" : "photo/photo.pmtiles"
            let common = """
                import gzip, os, re, struct, sys, zipfile
                path, page = sys.argv[1:]
                size = os.path.getsize(path)
                data = bytearray(open(path, 'rb').read())
                def write(data): open(path, 'wb').write(data)
                def fit():
                    text = open(page).read()
                    text = re.sub(r'"size":\\d+', f'"size":{os.path.getsize(path)}', text)
                    open(page, 'w').write(text)
                """
            try await Shell.run(
                "python3",
                [
                    "-I", "-c", "\(common)\n\(script)", destination.appending(path: file).path,
                    destination.appending(path: page).path,
                ]
            ).orThrow()
        }

        /// Changes a file; the arguments of the script are the file and the page.
        private var script: String {
            switch self {
            case .noRanges: "open(path, 'ab').truncate(80_000_000); fit()"
            case .truncated: "open(path, 'ab').truncate(size // 2)"
            case .damaged: "data[127:160] = bytes(33); write(data)"
            // The root has one entry: a leaf directory at offset 0, which is the root again.
            case .damagedLeaf:
                """
                root = gzip.compress(bytes([1, 0, 0, 60, 1]))
                data[8:24] = struct.pack('<QQ', 127, len(root))
                data[40:56] = struct.pack('<QQ', 127, len(root))
                root = gzip.compress(bytes([1, 0, 0, len(root), 1]))
                data[127:127 + len(root)] = root; write(data)
                """
            case .missing: "os.remove(path)"
            case .replaced: "open(path, 'ab').truncate(size + 1)"
            case .compressed:
                """
                old = zipfile.ZipFile(path)
                with zipfile.ZipFile(path + '~', 'w', zipfile.ZIP_DEFLATED) as new:
                    for name in old.namelist(): new.writestr(name, old.read(name))
                os.rename(path + '~', path); fit()
                """
            case .noDirectory: "data[-22:] = bytes(22); write(data)"
            }
        }
    }

    @Test("A damaged archive and a server without range requests give a message")
    func faults() async throws {
        try await TemporaryFolder.with { folder in
            let image = try await TestPicture(width: 1200, height: 800)
                .write(to: folder["photo.png"])
            for container in ["pmtiles", "zip"] {
                try await Publication.export(
                    [image], to: folder[container],
                    options: Exporter.Options(
                        container: try #require(Formats.standard.container(named: container))))
            }
            try folder.write("", to: "out/empty.txt")
            for fault in Fault.allCases {
                try FileManager.default.copyItem(
                    at: folder[fault.container], to: folder["out/\(fault)"])
                try await fault.damage(folder["out/\(fault)"])
            }
            for hasRanges in [true, false] {
                let faults = Fault.allCases.filter { ($0 != .noRanges) == hasRanges }
                let frames = faults.map {
                    "<iframe name=\"\($0)\" src=\"\($0)/\($0.page)\"></iframe>"
                }
                try folder.write(
                    "<!DOCTYPE html><link rel=\"icon\" href=\"data:,\">\(frames.joined())",
                    to: "out/host.html")
                try await WebServer.with(serving: folder["out"], ranges: hasRanges) { server in
                    try await Browser.with(width: 1000, height: 700) { browser in
                        try await browser.open(server.url("host.html"))
                        try await Self.check(faults, browser, server)
                    }
                }
            }
        }
    }

    /// Checks the messages of the pages in frames; waits once for all.
    private static func check(
        _ faults: [Fault], _ browser: Browser, _ server: WebServer
    ) async throws {
        for fault in faults {
            try await browser.wait(
                until: """
                    return frames['\(fault)'].document.getElementById('message')?.textContent
                      .includes('\(fault.rawValue)')
                    """)
        }
        // No endless loop, and no file is loaded as a whole.
        try await browser.run("return new Promise((done) => setTimeout(done, 4000))")
        for fault in faults {
            let parts = try server.requests().filter {
                $0.path.contains("/\(fault)/") && $0.path.hasSuffix(fault.container)
            }
            #expect((1...mostRequests).contains(parts.count), "\(fault): \(parts)")
            let bytes = try await browser.run(
                """
                return frames['\(fault)'].performance.getEntriesByType('resource')
                  .filter(({ name }) => /pmtiles$|zip$/.test(name))
                  .reduce((sum, { transferSize }) => sum + transferSize, 0);
                """)
            #expect((0..<10_000_000).contains(bytes.integer ?? -1), "\(fault): \(bytes)")
        }
    }

    /// Returns a script that chooses a file in the page.
    private static func choose(_ data: Data) -> String {
        """
        const bytes = Uint8Array.from(atob('\(data.base64EncodedString())'),
          (letter) => letter.charCodeAt(0));
        const files = new DataTransfer();
        files.items.add(new File([bytes], 'chosen.pmtiles'));
        const input = document.querySelector('#choice input');
        input.files = files.files;
        input.dispatchEvent(new Event('change'));
        """
    }

    @Test("On a page from the disk, another image asks for another file")
    func turning() async throws {
        try await TemporaryFolder.with { folder in
            for picture in [SamplePicture.colour, .small] {
                let sample = Sample(picture: picture, container: "pmtiles", layout: "xyz")
                _ = try await sample.publish(to: folder["out"])
            }
            let file = { (name: String) in
                try Data(contentsOf: folder["out/\(name)/\(name).pmtiles"])
            }
            func asks(for name: String, _ browser: Browser) async throws {
                try await browser.wait(
                    until: """
                        const buttons = [...document.querySelectorAll('#choice button')];
                        return buttons.map(({ textContent }) => textContent).join()
                          === 'Choose \(name).pmtiles';
                        """)
            }
            let shown = """
                const { viewer, config } = window.ziggurat;
                return config.name === arguments[0] && document.getElementById('count').textContent
                  && viewer.world.getItemAt(0)?.getFullyLoaded()
                  && document.querySelector('#choice') === null;
                """
            try await Browser.with(width: 440, height: 330) { browser in
                try await browser.open(folder["out/colour/pmtiles/index.html"])
                try await asks(for: "colour", browser)
                try await browser.run(Self.choose(file("colour")))
                try await browser.wait(until: shown, ["colour"])
                try await browser.press(["n"])
                try await asks(for: "small", browser)
                // A chosen file is not asked for again, and the other one later is.
                try await browser.press(["p"])
                try await browser.wait(until: shown, ["colour"])
                try await browser.press(["n"])
                try await asks(for: "small", browser)
                try await browser.run(Self.choose(file("small")))
                try await browser.wait(until: shown, ["small"])
                #expect(try await browser.report().complaints == [])
            }
        }
    }

    @Test("A page from the disk asks for its file")
    func disk() async throws {
        try await TemporaryFolder.with { folder in
            let sample = Sample(picture: .colour, container: "pmtiles", layout: "xyz")
            let source = try await sample.publish(to: folder["out"])
            let page = folder["out/colour/pmtiles/index.html"]
            let bytes = try Data(contentsOf: folder["out/colour/colour.pmtiles"])
            let text = "return document.querySelector('#choice p').textContent"
            try await Browser.with(width: 440, height: 330) { browser in
                try await browser.reduceMotion()
                try await browser.open(page)
                try await browser.wait(until: "return !!document.querySelector('#choice')")
                #expect(
                    try await browser.run(text)
                        == "A page opened from the disk can show colour.pmtiles only if you choose it."
                )
                // Another file.
                try await browser.run(Self.choose(bytes.dropLast()))
                try await browser.wait(until: "\(text).includes('Wrong file: chosen.pmtiles has')")
                try await browser.run(Self.choose(bytes))
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                #expect(try await browser.run("return document.querySelector('#choice')") == .null)
                let corners = try await browser.run(PageView.home.script)
                let sight = try PageSight(
                    view: .home, corners: corners, screenshot: await browser.screenshot())
                let visit = PageVisit(
                    sights: [sight], complaints: try await browser.report().complaints)
                let comparison = PageComparison(source: source, background: PageSample.background)
                #expect(try await comparison.complaints(about: visit) == [])
            }
        }
    }
}
