import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The program's server shows the image of a container in a browser.
@Suite struct ContainerPreviewTests {
    @Test(arguments: Formats.standard.containers.filter { !$0.isFolder }.map(\.name))
    func containersShowTheSource(name: String) async throws {
        let container = try #require(Formats.standard.container(named: name))
        try await TemporaryFolder.with { folder in
            let picture = folder["odd #1 ‘ä’ {z}.png"]
            try await TestPicture(width: 1027, height: 773).write(to: picture)
            try await Publication.export(
                [picture], to: folder["site"],
                options: Exporter.Options(
                    container: container, tiling: Tiling.Request(encoding: Publication.fine)))
            let file = try #require(
                FolderListing.files(in: folder["site"]).first {
                    [".\(name)", ".tif"].contains(where: $0.hasSuffix) && $0.contains("/")
                })
            let comparison = PageComparison(
                source: try await PixelPicture.read(picture), background: PageSample.background)
            let server = try PreviewServer(
                of: folder["site"].path, port: 0)
            defer { server.stop() }
            let root = try #require(URL(string: server.address))
            try await Browser.with(width: 440, height: 330) { browser in
                // The address of the container file leads to the page.
                let visit = try await PageVisit(to: root.appending(path: file), in: browser)
                #expect(try await comparison.complaints(about: visit) == [])
                // The gallery leads to the page, too.
                try await browser.open(root)
                try await browser.run("document.querySelector('a.open').click()")
                try await browser.wait(
                    until: "return /\\/(index.html)?$/.test(location.pathname) && !!window.ziggurat"
                )
                #expect(try await browser.run(PageVisit.readiness) == "ready")
                try await browser.expectNoComplaint()

                // The negative control: missing tiles cause complaints.
                try await Self.takeTilesAway(of: folder["site/\(file)"])
                let bare = try await PageVisit(
                    to: root.appending(path: file + "/"), in: browser, views: [.home])
                #expect(try await comparison.complaints(about: bare) != [])
            }
        }
    }

    /// Overwrites tiles anywhere in the file, beginning behind the length of each tile.
    private static func takeTilesAway(of file: URL) async throws {
        let script = """
            import os, re, sys
            data = bytearray(open(sys.argv[1], "rb").read())
            begin = re.compile(b"\\xff\\xd8\\xff[\\xc0\\xc4\\xdb\\xe0]")
            starts = [found.start() for found in begin.finditer(data)]
            assert len(starts) > 8
            for start in starts: data[start + 200:start + 600] = bytes(400)
            open(sys.argv[1], "wb").write(data)
            """
        try await Shell.run("python3", ["-I", "-c", script, file.path]).orThrow()
    }
}
