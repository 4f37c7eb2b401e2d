import Foundation
import ZigguratSystem

/// The XML schemas in the folder of the tests.
enum Schemas {
    static func deepZoom() throws -> XMLSchema { try schema("deepzoom-2008.xsd") }
    static func deepZoomCollection() throws -> XMLSchema {
        try schema("deepzoom-collection-2008.xsd")
    }
    static func tileMap() throws -> XMLSchema { try schema("tilemapresource-1.0.0.xsd") }
    static func zoomify() throws -> XMLSchema { try schema("zoomify-1.8.xsd") }

    private static func schema(_ file: String) throws -> XMLSchema {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let data = try Data(contentsOf: tests.appending(path: "Schemas").appending(path: file))
        return try XMLSchema([UInt8](data))
    }
}
