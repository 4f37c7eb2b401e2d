import Foundation
import TestSupport
import Testing

/// TypeScript checks the types in the comments of the viewer's scripts.
@Suite struct ScriptTypeTests {
    private static func check(_ folder: URL) async throws -> CommandResult {
        try await Shell.run("tsc", ["-p", "jsconfig.json"], in: folder)
    }

    @Test("The scripts have no type errors")
    func types() async throws {
        let result = try await Self.check(Repository.root.appending(path: "Templates"))
        #expect(result.status == 0, "\(result.output)")
    }

    /// Mistakes in scripts, and the expected messages.
    static let mistakes = [
        (
            "tiles/paths.js", "pyramid.levels[index];", "pyramid.level[index];",
            "Property 'level' does not exist on type 'Pyramid'"
        ),
        (
            "features/notes.js", "lens.matrix() : null", "lens.region() : null",
            #"error TS2739|error TS2488"#
        ),
        (
            "leaflet/leaflet.js", "map.setMaxBounds(bounds)", "map.setMaximum(bounds)",
            "Property 'setMaximum' does not exist on type 'Map'"
        ),
        (
            "openseadragon/viewport.js", "viewport.zoomBy(factor)", "viewport.zoomBy('twice')",
            "'string' is not assignable to parameter of type 'number'"
        ),
        (
            "openseadragon/seadragon.js", "overview.prepare(config)",
            "overview.prepare(config.title)",
            "'string' is not assignable to parameter of type"
        ),
        (
            "openseadragon/overview.js", "item.getClip()", "item.clip()",
            "Property 'clip' does not exist on type 'TiledImage'"
        ),
        ("gallery/gallery.js", "|| !list) {", ") {", "Object is possibly 'null'"),
        ("head/start.js", "'1'", "1", "have no overlap"),
        (
            "tiles/retry.js", "lost.delete(tile)", "lost.remove(tile)",
            "Property 'remove' does not exist"
        ),
        (
            "page/gestures.js", "event.clientX - left", "event.clientX - 'left'",
            "The right-hand side of an arithmetic operation"
        ),
    ]

    @Test("A type error is found in every script")
    func mistakesAreFound() async throws {
        try await TemporaryFolder.with { folder in
            let copy = folder["Templates"]
            try FileManager.default.copyItem(
                at: Repository.root.appending(path: "Templates"), to: copy)
            for (name, right, wrong, _) in Self.mistakes {
                let file = copy.appending(path: name)
                let text = try String(contentsOf: file, encoding: .utf8)
                try #require(text.contains(right), "\(name): \(right)")
                try Data(text.replacing(right, with: wrong).utf8).write(to: file)
            }
            let result = try await Self.check(copy)
            #expect(result.status != 0)
            let lines = result.output.split(separator: "\n")
            for (name, _, _, message) in Self.mistakes {
                let pattern = try Regex(message)
                #expect(
                    lines.contains { $0.hasPrefix("\(name)(") && $0.contains(pattern) },
                    "\(name): \(result.output)")
            }
        }
    }
}
