import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// What the commands besides `export` print, word for word.
@Suite struct OtherCommandTests {
    @Test func plan() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 1000, height: 800)
            try folder.draw("tower.png", width: 30, height: 20)
            #expect(
                Tool.run("plan @/photo.jpg @/tower.png -l dzi,iiif3", in: folder)
                    == .init(
                        0,
                        output: """
                            photo: 1000 × 800 pixels, jpeg, rgb, 8 bits a sample, SIZE decoded
                              dzi    11 levels, 29 tiles, about SIZE
                              iiif3  2 levels, 5 tiles, about SIZE
                              tiling is hardly worth it: a browser shows a picture of this size as it is

                            tower: 30 × 20 pixels, png, rgb, 8 bits a sample, SIZE decoded
                              dzi    6 levels, 6 tiles, about SIZE
                              iiif3  1 level, 1 tile, about SIZE
                              tiling is hardly worth it: a browser shows a picture of this size as it is

                            """,
                        errors: """
                            ziggurat: note: 2 exports: iiif3: its IIIF documents say that it lives below \
                            http://localhost:8000; give --base-url for the address at which the \
                            destination will be published

                            """))
            #expect(folder.names(in: "") == ["photo.jpg", "tower.png"])
        }
    }

    @Test func planOfSomethingLarge() async throws {
        try await TemporaryFolder.with { folder in
            let picture = TestPicture(width: 100, height: 100)
            try await picture.writeRepeated(to: folder["big.jpg"], width: 3000, height: 2000)
            #expect(
                Tool.run("plan @/big.jpg", in: folder).output.hasSuffix(
                    "  tiling is worth it: a screen shows a small part of it at once\n"))
        }
    }

    @Test func layouts() {
        #expect(
            Tool.run("layouts")
                == .init(
                    0,
                    output: """
                        Layouts (--layout)
                          dzi            Deep Zoom image: OpenSeadragon and most zooming viewers
                                         photo_files/10/3_3.jpg
                                         tiles of 254, overlap 1, jpeg, png, webp, avif, jxl
                          xyz            z/x/y folders, y down: Leaflet, OpenLayers, MapLibre
                                         2/3/3.jpg
                                         tiles of 256, overlap 0, jpeg, png, webp, avif, jxl
                          tms            Tile Map Service, y up: OpenLayers, GDAL, QGIS
                                         2/3/0.jpg
                                         tiles of 256, overlap 0, jpeg, png, webp, avif, jxl
                          google         z/y/x folders, y down: what libvips calls the Google layout
                                         2/3/3.jpg
                                         tiles of 256, overlap 0, jpeg, png, webp, avif, jxl
                          zoomify        Zoomify: its own viewer, OpenSeadragon, OpenLayers
                                         TileGroup0/2-3-3.jpg
                                         tiles of 256, overlap 0, jpeg, png, webp
                          iiif           IIIF Image API 2.1, level 0: Mirador, Universal Viewer, OpenSeadragon
                                         512,512,488,288/488,/0/default.jpg
                                         tiles of 512, overlap 0, jpeg
                          iiif3          IIIF Image API 3.0, level 0: Mirador, Universal Viewer, OpenSeadragon
                                         512,512,488,288/488,288/0/default.jpg
                                         tiles of 512, overlap 0, jpeg
                          legacy         whole images at each level: OpenSeadragon's legacy image pyramid
                                         1000x800.jpg
                                         no tiles, jpeg, png, webp, avif, jxl
                          single         one image and its size: OpenSeadragon's simple image, any browser
                                         photo.jpg
                                         no tiles, jpeg, png, webp, avif, jxl
                          photoscroller  tiles for PhotoScroller: views like that of Apple's sample for iOS
                                         photo_1000_3_3.png
                                         tiles of 256, overlap 0, png, jpeg, webp
                          tilemanager    tiles for TileManager: PhotoScroller's, a placeholder and a property list
                                         photo_1000_3_3.png
                                         tiles of 256, overlap 0, png, jpeg, webp
                          jctiled        tiles for JCTiledScrollView: iOS, rows first, 1x the smallest level
                                         photo_4x_3_3.png
                                         tiles of 256, overlap 0, png, jpeg, webp
                          ldo            tiles for LDOTiledView: iOS, a pyramid for each density of screens
                                         3x/2/1_1.jpeg
                                         tiles of 256, overlap 0, jpeg, png, webp
                          catiledlayer   tiles for CATiledLayer: iOS, full resolution alone
                                         photo_3_3.png
                                         tiles of 256, overlap 0, png, jpeg, webp
                          template       names of your own, written as a template: any other viewer
                                         photo/2/3_3.jpg
                                         tiles of 256, overlap 0, jpeg, png, webp, avif, jxl

                        Collections (--layout)
                          dzc            Deep Zoom collection: all pictures and a mosaic of thumbnails
                                         dzc/collection.dzc
                                         of every dzi
                          iiif           IIIF collection: Mirador, Universal Viewer
                                         collection.json
                                         of every iiif3 or iiif, without being asked for

                        Containers (--container)
                          folder         plain files: any web server, object store or USB stick
                                         photo/dzi
                                         holds every layout
                          zip            one archive of everything, stored as it is: to send, keep or unpack
                                         photo/photo-dzi.zip
                                         holds every layout
                          szi            Smart Zoom Image, one file: viewers of slides, libvips
                                         photo/photo.szi
                                         holds dzi
                          pmtiles        PMTiles 3, one file read by ranges: MapLibre, Leaflet, OpenLayers
                                         photo/photo.pmtiles
                                         holds xyz
                          mbtiles        MBTiles 1.3, a SQLite database: tile servers, GDAL, QGIS
                                         photo/photo.mbtiles
                                         holds xyz

                        """))
    }

    @Test func sample() async throws {
        try await TemporaryFolder.with { folder in
            #expect(
                Tool.run("sample @/tower.tif --size 40x30", in: folder)
                    == .init(0, output: "@/tower.tif: 40 × 30 pixels\n"))
            #expect(
                Tool.run("plan @/tower.tif", in: folder).output.hasPrefix(
                    "tower: 40 × 30 pixels, tiff"))
        }
    }

    @Test func galleryListAndRemove() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("scans/a.jpg")
            try folder.draw("scans/b.jpg", width: 20, height: 10)
            try #require(Tool.run("export @/scans -o @/out -l dzi,xyz", in: folder).status == 0)
            #expect(
                Tool.run("list @/out", in: folder)
                    == .init(
                        0,
                        output: """
                            a: 300 × 200, dzi, xyz, SIZE, from a.jpg
                            b: 20 × 10, dzi, xyz, SIZE, from b.jpg

                            """))
            #expect(
                Tool.run("remove a ghost -o @/out", in: folder)
                    == .init(
                        1, output: "@/out/a: removed\n",
                        errors: """
                            ziggurat: @/out/ghost: there is no export of this name; “ziggurat list” shows \
                            those there are

                            """))
            #expect(folder.names(in: "out") == ["b", "index.html", "pictures.js"])
            let page = { try String(contentsOf: folder["out/index.html"], encoding: .utf8) }
            #expect(try !page().contains("a/dzi/index.html"))
            #expect(try page().contains("b/dzi/index.html"))
            try FileManager.default.moveItem(at: folder["out/b"], to: folder["b"])
            #expect(
                Tool.run("gallery @/out", in: folder) == .init(0, output: "@/out/index.html\n"))
            #expect(try !page().contains("b/dzi/index.html"))
        }
    }

    @Test(arguments: [
        (
            "list @/nowhere", 1,
            "@/nowhere: there is no such folder; name the one that you exported to"
        ),
        (
            "gallery @/nowhere", 1,
            "@/nowhere: there is no such folder; name the one that you exported to"
        ),
        (
            "remove a -o @/nowhere", 1,
            "@/nowhere: there is no such folder; name the one that you exported to"
        ),
        (
            "sample @/nowhere/a.jpg --size 9x9", 1,
            "@/nowhere/a.jpg: cannot be written here (No such file or directory); "
                + "choose a folder that exists and that you may write to"
        ),
        (
            "sample @/a.gif --size 9x9", 2,
            "@/a.gif: the file's ending decides the format; use one of .jpg, .jpeg, .png, .tif, .tiff, .webp"
        ),
    ])
    func failures(line: String, status: Int32, complaint: String) async throws {
        try await TemporaryFolder.with { folder in
            #expect(Tool.run(line, in: folder) == .init(status, errors: "ziggurat: \(complaint)\n"))
            #expect(folder.names(in: "") == [])
        }
    }

    @Test func galleryLeavesSomebodyElsesPage() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("<p>mine</p>", to: "out/index.html")
            #expect(
                Tool.run("gallery @/out", in: folder)
                    == .init(
                        1,
                        errors: "ziggurat: @/out/index.html: it is a page of somebody else; "
                            + "move it away first\n"))
        }
    }

    @Test func version() {
        #expect(Tool.run("--version") == .init(0, output: "ziggurat 0.1.0\n"))
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func completions(shell: String) {
        let run = Tool.run("completions", shell)
        #expect(run.status == 0 && run.errors == "")
        #expect(run.output.contains("ziggurat") && run.output.contains("iiif3"))
    }
}
