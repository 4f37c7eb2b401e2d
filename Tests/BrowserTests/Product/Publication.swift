import Foundation
import TestSupport
import ZigguratKit

/// Creates exports for the tests with the library, as a program would.
enum Publication {
    /// The files of a bundle that belong to its page, not to the pyramid.
    static let pageFiles =
        [
            "index.html", "viewer/cite.js", "viewer/embed.js", "viewer/grid.js", "viewer/notes.js",
            "viewer/openseadragon.min.js", "viewer/picture.js", "viewer/thumbnail.jpg",
            "viewer/ziggurat-frame.js", "viewer/ziggurat-viewer.js", "viewer/ziggurat.js",
        ]
        + ["ar", "de", "es", "fr", "he", "it", "ja", "pl", "pt", "zh", "zh-Hant"].map {
            "viewer/languages/\($0).js"
        }

    /// A high quality, so that the tests can use small thresholds.
    static let fine = TileEncoding(.jpeg, quality: 95, subsampling: .full)

    /// Exports images into a folder, then writes its gallery. Returns the folders of the exports.
    ///
    /// Runs on its own thread, because a long export must not block Swift's few threads.
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

    /// Writes an image of one colour, for tests that depend only on the size.
    @discardableResult
    static func plainImage(width: Int, height: Int, to file: URL) async throws -> URL {
        try await Shell.run(
            "vips", ["black", file.path, "\(width)", "\(height)", "--bands", "3"]
        ).orThrow()
        return file
    }

    /// Replaces a text in a file. The test fails if the file does not contain the text.
    ///
    /// White space inside the text is optional, because scripts and styles come without it.
    static func replace(_ old: String, by new: String, in file: URL) throws {
        let text = try String(contentsOf: file, encoding: .utf8)
        let words = old.split(whereSeparator: \.isWhitespace).map(String.init)
        let pattern = try Regex(
            old.prefix(while: \.isWhitespace)
                + words.map(NSRegularExpression.escapedPattern).joined(separator: "\\s*"))
        guard text.contains(pattern) else { throw NotThere(text: old, file: file.path) }
        let before = try file.resourceValues(forKeys: [.contentModificationDateKey])
        try Data(text.replacing(pattern, with: new).utf8).write(to: file)
        // Web servers compare modification dates in seconds. Without a later date, the server would
        // tell the browser that the file is unchanged.
        let date = max(Date(), (before.contentModificationDate ?? Date()) + 1)
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: file.path)
    }

    struct NotThere: Error, CustomStringConvertible {
        let text: String
        let file: String
        var description: String { "“\(text)” does not stand in \(file)" }
    }
}
