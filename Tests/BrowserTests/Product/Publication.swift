import Foundation
import TestSupport
import ZigguratKit

/// Exports for the tests, made by the library as a program would make them.
enum Publication {
    /// What a bundle with a page holds besides the pyramid.
    static let pageFiles =
        [
            "index.html", "viewer/cite.js", "viewer/embed.js", "viewer/grid.js", "viewer/notes.js",
            "viewer/openseadragon.min.js", "viewer/picture.js", "viewer/thumbnail.jpg",
            "viewer/ziggurat-frame.js", "viewer/ziggurat-viewer.js", "viewer/ziggurat.js",
        ]
        + ["ar", "de", "es", "fr", "he", "it", "ja", "pl", "pt", "zh", "zh-Hant"].map {
            "viewer/languages/\($0).js"
        }

    /// Tiles that are nearly what the source is, so that small thresholds suffice.
    static let fine = TileEncoding(.jpeg, quality: 95, subsampling: .full)

    /// Exports images into a folder, then writes its gallery; returns the exports' folders.
    ///
    /// On a thread of its own: an export takes its time, and Swift's few threads must not be kept.
    @discardableResult
    static func export(
        _ images: [URL], to folder: URL, options: Exporter.Options, name: String = "{stem}",
        templates: PageTemplates = .builtIn
    ) async throws -> [URL] {
        var exporter = Exporter(
            destination: folder.path, options: options, naming: try ExportNaming(name))
        exporter.templates = templates
        let ready = exporter
        return try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(
                    with: Result {
                        let folders = try images.map { image in
                            URL(filePath: try ready.export(image.path).folder)
                        }
                        try ready.writeGallery()
                        return folders
                    })
            }
        }
    }

    /// An image of one colour: for what depends on the size alone.
    @discardableResult
    static func plainImage(width: Int, height: Int, to file: URL) async throws -> URL {
        try await Shell.run(
            "vips", ["black", file.path, "\(width)", "\(height)", "--bands", "3"]
        ).orThrow()
        return file
    }

    /// Puts other text in place of some that has to be there, in a file.
    static func replace(_ old: String, by new: String, in file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        guard text.contains(old) else { throw NotThere(text: old, file: file.path) }
        let before = try file.resourceValues(forKeys: [.contentModificationDateKey])
        try Data(text.replacing(old, with: new).utf8).write(to: file)
        // Web servers tell what a file was before from what it is by the second: within the same one
        // a browser would be told that nothing changed.
        let date = max(Date(), (before.contentModificationDate ?? Date()) + 1)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    struct NotThere: Error, CustomStringConvertible {
        let text: String
        let file: String
        var description: String { "“\(text)” does not stand in \(file)" }
    }
}
