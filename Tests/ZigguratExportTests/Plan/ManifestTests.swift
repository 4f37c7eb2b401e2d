import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// Other programs read `ziggurat.json`, so its names and its structure must stay.
@Suite struct ManifestTests {
    /// The structure of a value: names stay, and other values become the names of their types.
    private func shape(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members): .object(members.mapValues(shape))
        case .array(let items): .array(items.map(shape))
        case .string: "string"
        case .number: "number"
        case .boolean: "boolean"
        case .null: "null"
        }
    }

    private func manifest(of folder: String) throws -> JSONValue {
        try JSONDecoder().decode(
            JSONValue.self, from: Data(contentsOf: URL(filePath: "\(folder)/ziggurat.json")))
    }

    @Test func namesAndShapesAreStable() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let exporter = shop.exporter([.dzi]) {
                $0.baseURL = "https://example.org"
                $0.caption = Caption(title: "T", description: "D", attribution: "A", rights: "R")
            }
            let json = try manifest(of: exporter.export(image).folder)
            let size: JSONValue = ["width": "number", "height": "number"]
            let tiling: JSONValue = [
                "tileSize": size, "overlap": "number", "edge": "string",
                "encoding": [
                    "format": "string", "quality": "number", "lossless": "boolean",
                    "subsampling": "string", "progressive": "boolean", "compression": "number",
                    "palette": "boolean", "bits": "number",
                ],
            ]
            #expect(
                shape(json) == [
                    "format": "number", "generator": "string", "name": "string",
                    "thumbnail": "string",
                    "previews": [
                        "largeThumbnail": [
                            "path": "string", "width": "number", "height": "number",
                        ], "colour": "string",
                    ], "encodedTiles": "number", "hashes": "string",
                    "source": [
                        "file": "string", "bytes": "number", "modified": "string",
                        "place": "string",
                    ],
                    "image": [
                        "format": "string", "size": size, "bands": "number",
                        "bitsPerSample": "number", "colour": "string", "hasAlpha": "boolean",
                        "hasProfile": "boolean", "orientation": "number", "pages": "number",
                        "page": "number", "conversions": [], "metadata": [:],
                        "temporaryBytes": "number",
                    ],
                    "settings": [
                        "source": [
                            "rotation": "number", "intent": "string", "range": "string",
                            "showsMetadata": "boolean", "colour": "string",
                            "sampleBits": "number",
                        ],
                        "layouts": ["string"], "container": "string", "alpha": "string",
                        "tilings": [tiling], "viewer": "string", "fixity": "string",
                        "background": ["red": "number", "green": "number", "blue": "number"],
                        "baseURL": "string",
                        "caption": [
                            "title": "string", "description": "string", "attribution": "string",
                            "rights": "string",
                        ],
                    ],
                    "bundles": [
                        [
                            "layout": "string", "path": "string", "isFolder": "boolean",
                            "tiling": tiling, "levels": "number",
                            "tiles": "number", "page": "string", "files": "number",
                            "bytes": "number",
                        ]
                    ],
                ])
        }
    }

    @Test func valuesAreWhatTheySay() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("sub/odd name.png")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1_234_567_890.25)],
                ofItemAtPath: image)
            let json = try manifest(of: shop.exporter([.xyz]).export(image).folder)
            #expect(json["format"] == 3)
            #expect(json["generator"].string == "Ziggurat \(Ziggurat.version)")
            #expect(json["name"] == "odd name")
            #expect(json["source"]["file"] == "odd name.png")
            #expect(try json["source"]["bytes"].integer == FileStamp(image).bytes)
            #expect(json["source"]["modified"] == "1234567890.250000000")
            #expect(json["image"]["format"] == "png" && json["image"]["colour"] == "rgb")
            #expect(json["image"]["size"] == ["width": 600, "height": 400])
            #expect(json["settings"]["layouts"] == ["xyz"])
            #expect(json["settings"]["caption"] == [:])
            #expect(json["bundles"][0]["layout"] == "xyz")
            #expect(json["bundles"][0]["page"] == "xyz/index.html")
            #expect(json["bundles"][0]["tiling"]["edge"] == "pad")
            #expect(json["thumbnail"] == "thumbnail.jpg")
        }
    }

    @Test func itReadsWhatItWrote() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture()
            let written = try shop.exporter([.dzi, .iiif]) {
                $0.caption.title = "ä “quoted” </script> \u{2028}"
            }.export(image).manifest
            let read = try shop.exporter().exports()
            #expect(read == [written])
            let text = try JSONEncoder().encode(written)
            #expect(try JSONDecoder().decode(Manifest.self, from: text) == written)
        }
    }

    /// Fields that an older program does not know have their default values.
    @Test func olderOnesAreRead() throws {
        let encoding = #"{"format":"png","quality":85,"lossless":false,"subsampling":"auto"}"#
        #expect(
            try JSONDecoder().decode(TileEncoding.self, from: Data(encoding.utf8))
                == TileEncoding(.png))
        let source =
            #"{"rotation":0,"intent":"relative","range":"stored","showsMetadata":true}"#
        #expect(
            try JSONDecoder().decode(SourceRequest.self, from: Data(source.utf8))
                == SourceRequest())
    }

    @Test(arguments: ["", "{", "[]", "null", "{}", #"{"format": "1"}"#, "\u{FEFF}{}"])
    func whatIsNoManifestIsNoExport(text: String) async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            try shop.exporter().export(image)
            try shop.folder.write(text, to: "Output/other/ziggurat.json")
            #expect(try shop.exporter().exports().map(\.name) == ["photo"])
            #expect(try shop.exporter().writeGallery() != nil)
            #expect(throws: ZigguratError.self) { try shop.exporter().remove("other") }
            #expect(try shop.folder.files(under: "Output/other") == ["ziggurat.json"])
        }
    }
}
