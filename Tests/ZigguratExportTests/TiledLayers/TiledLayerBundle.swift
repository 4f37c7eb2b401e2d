import Foundation
import TestSupport
import Testing
import ZigguratKit

/// An image that is exported for an app, and the expected pixels of its levels.
struct TiledLayerBundle {
    /// Sizes one pixel around the beginning of a column, a row or a level.
    static let sizes = [(1, 1), (255, 257), (513, 700), (1025, 770), (2100, 40)]

    let folder: URL
    let levels: ReducedLevels

    static func with(
        _ layout: any Layout, width: Int, height: Int, levels: Pyramid.Depth? = nil,
        _ body: (TiledLayerBundle) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let file = try await TestPicture(width: width, height: height).write(
                to: folder["photo.png"])
            let exporter = Exporter(
                destination: folder["Output"].path,
                options: Exporter.Options(
                    layouts: [layout], levels: Pyramid.LevelRequest(depth: levels), viewer: .none))
            let export = try exporter.export(file.path)
            try await body(
                TiledLayerBundle(
                    folder: URL(filePath: export.folder).appending(path: layout.name),
                    levels: try await ReducedLevels(of: file, in: folder)))
        }
    }

    /// The image after a number of halvings; after the last level it stays one pixel.
    func level(_ reduction: Int) -> PixelPicture {
        levels.pictures[min(reduction, levels.pictures.count - 1)]
    }

    var readme: String {
        get throws {
            try String(contentsOf: folder.appending(path: "README.txt"), encoding: .utf8)
        }
    }

    /// Returns the value of a name in the table of the README.
    func number(_ name: String) throws -> String? {
        let line = try readme.split(separator: "\n").first { $0.hasPrefix("    \(name)  ") }
        return line.map { $0.dropFirst(4 + name.count).trimmingCharacters(in: .whitespaces) }
    }
}
