import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands
@testable import ZigguratKit

/// Names with slashes place exports in folders of the destination.
@Suite("Names with folders") struct NestedNameTests {
    private static let export =
        "export @/box1/001.png @/box2/001.png -o @/out --name {parent}/{stem}"

    @Test("All commands find exports in folders")
    func commands() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("box1/001.png", width: 300, height: 200)
            try folder.draw("box2/001.png", width: 310, height: 200)
            let first = Tool.run(
                "\(Self.export) -l dzi,iiif3,dzc --shared-assets --sizes 20 --base-url https://a.example/p",
                in: folder)
            #expect(first.status == 0, "\(first.errors)")
            #expect(
                folder.names(in: "out") == [
                    "box1", "box2", "collection.json", "dzc", "index.html", "pictures.js",
                    "sitemap.xml",
                ])
            #expect(folder.names(in: "out/box1") == ["001"])
            for file in ["dzi/001.dzi", "001-width20.jpg", "iiif3/manifest.json"] {
                #expect(FileManager.default.fileExists(atPath: folder["out/box1/001/\(file)"].path))
            }
            let again = Tool.run(
                "\(Self.export) -l dzi,iiif3 --verbose --shared-assets", in: folder)
            #expect(
                again.output == """
                    @/out/box1/001: up to date
                    @/out/box2/001: up to date
                    @/out/dzc/collection.dzc: 2 images

                    """)
            let names = try Tool.document("list @/out --json", in: folder)["exports"].array
            #expect(names?.map { $0["name"].string } == ["box1/001", "box2/001"])
            #expect(Exporter(destination: folder["out"].path).names == ["box1/001", "box2/001"])
            let verified = Tool.run("verify @/out", in: folder)
            #expect(verified.status == 0, "\(verified.errors)")

            try addressesLeadToFiles(in: folder)

            try "file,title\nbox2/001.png,Second\n".write(
                to: folder["list.csv"], atomically: true, encoding: .utf8)
            let described = Tool.run("describe @/out --metadata @/list.csv", in: folder)
            #expect(described.output.contains("@/out/box2/001: described\n"))
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            let page = try String(contentsOf: folder["out/index.html"], encoding: .utf8)
            #expect(page.contains("Second") && page.contains(#"href="box1/001/dzi/index.html""#))

            #expect(
                Tool.run("remove box1/001 -o @/out", in: folder).output
                    == "@/out/box1/001: removed\n")
            #expect(!folder.names(in: "out").contains("box1"))
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            // The negative control: an export that its gallery lists is missing.
            try FileManager.default.removeItem(at: folder["out/box2"])
            #expect(Tool.run("verify @/out", in: folder).status == 1)
        }
    }

    /// Checks that the addresses in IIIF documents and the scripts of pages exist as files.
    private func addressesLeadToFiles(in folder: TemporaryFolder) throws {
        let manager = FileManager.default
        for path in ["collection.json", "box1/001/iiif3/info.json", "box1/001/iiif3/manifest.json"]
        {
            let text = try String(contentsOf: folder["out/\(path)"], encoding: .utf8)
            let addresses = text.matches(of: /"https:\/\/a\.example\/p\/([^"]*json)"/)
                .map { String($0.1) }
            for address in addresses {
                #expect(manager.fileExists(atPath: folder["out/\(address)"].path), "\(address)")
            }
            #expect(text.contains("https://a.example/p/box1/001/iiif3"))
        }
        let page = try String(contentsOf: folder["out/box1/001/dzi/index.html"], encoding: .utf8)
        let scripts = page.matches(of: /src="(\.\.[^"]*)"/).map { String($0.1) }
        #expect(!scripts.isEmpty)
        for script in scripts {
            let place = folder["out/box1/001/dzi"].appending(path: script).standardizedFileURL
            #expect(manager.fileExists(atPath: place.path), "\(script)")
        }
    }

    @Test("An export is not written into another export")
    func insideOther() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("a.png", width: 30, height: 20)
            try folder.draw("a/b.png", width: 40, height: 20)
            let both = Tool.run("export @/a.png @/a/b.png -o @/out --name {stem}", in: folder)
            #expect(both.status == 0)
            let inside = Tool.run("export @/a/b.png -o @/out --name {parent}/{stem}", in: folder)
            #expect(inside.status == 1)
            #expect(
                inside.errors.contains(
                    "unsupported: the export would be in another export, @/out/a"))
            #expect(folder.names(in: "out/a").contains("dzi"))
            #expect(!folder.names(in: "out/a").contains("b"))
            // An export does not replace a folder that contains exports.
            #expect(Tool.run("export @/a/b.png -o @/two --name x/{stem}", in: folder).status == 0)
            let outside = Tool.run("export @/a.png -o @/two --name x", in: folder)
            #expect(outside.errors.contains("already exists and is not a Ziggurat export"))
            // An export does not follow a symbolic link in its name.
            try FileManager.default.createSymbolicLink(
                at: folder["two/link"], withDestinationURL: folder["out"])
            let link = Tool.run("export @/a/b.png -o @/two --name link/{stem}", in: folder)
            #expect(link.errors.contains("already exists and is not a folder"))
            #expect(!folder.names(in: "out").contains("link"))
        }
    }

    @Test(
        "Commands refuse an output folder in an export",
        arguments: [
            "export @/b.png -o @/out/a", "export @/b.png -o @/out/a/dzi --dry-run",
            "export @/b.png --book -o @/out/a", "repack @/out/b -o @/out/a", "gallery @/out/a",
            "compare @/out/a @/out/b -o @/out/a",
            "shard plan @/b.png -o @/out/a --shards 1 --plan @/plan",
            "export @/b.png -o @/out/a --templates built-in",
        ])
    func outputInside(command: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("a.png", width: 30, height: 20)
            try folder.draw("b.png", width: 40, height: 20)
            #expect(Tool.run("export @/a.png @/b.png -o @/out", in: folder).status == 0)
            let before = try folder.files()
            let run = Tool.run(command, in: folder)
            #expect(run.status != 0)
            #expect(
                run.errors.contains(
                    "unsupported: the output folder belongs to an export, a book or a comparison"))
            #expect(try folder.files() == before)
        }
    }

    @Test("Exporting to an outer destination keeps the exports of an inner destination")
    func destinationInside() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("a.png", width: 30, height: 20)
            for viewer in ["openseadragon", "none"] {
                let outer = "\(viewer)"
                #expect(
                    Tool.run("export @/a.png -o @/\(outer)/maps --viewer \(viewer)", in: folder)
                        .status == 0)
                #expect(Tool.run("export @/a.png -o @/\(outer) --name b", in: folder).status == 0)
                let list = try Tool.document("list @/\(outer) --json", in: folder)["exports"].array
                #expect(list?.map { $0["name"].string } == ["b"])
            }
        }
    }
}
