import Foundation
import TestSupport
import ZigguratKit

/// A temporary folder with images and a destination, for one test.
struct Workshop {
    let folder: TemporaryFolder

    var output: String { folder["Output"].path }

    static func with<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: (Workshop) async throws -> Result
    ) async throws -> Result {
        try await TemporaryFolder.with { try await body(Workshop(folder: $0)) }
    }

    /// Draws an image and returns its path.
    func picture(
        _ name: String = "photo.jpg", width: Int = 600, height: Int = 400
    ) async throws -> String {
        let file = folder[name]
        let bytes = try await DrawnImages.shared.file(
            file.pathExtension, width: width, height: height)
        return try folder.write(bytes, to: name).path
    }

    func exporter(
        _ layouts: [any Layout] = [.dzi], change: (inout Exporter.Options) -> Void = { _ in }
    ) -> Exporter {
        var options = Exporter.Options(layouts: layouts)
        change(&options)
        return Exporter(destination: output, options: options)
    }

    /// The sorted names in the destination, including hidden names, without the shared scripts and
    /// the record; empty if the destination does not exist.
    func outputNames() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: output)) ?? []).sorted()
            .filter { !["viewer", ".ziggurat.json"].contains($0) }
    }

    /// Runs the built program in the folder.
    func run(
        _ words: [String], timeout: Duration = Patience.commandLimit
    ) async throws -> CommandResult {
        try await Shell.run(
            ZigguratBinary.url().path, words, in: folder.url, timeout: timeout)
    }

    /// Starts the built program in the folder.
    func start(
        _ words: [String], timeout: Duration = Patience.commandLimit
    ) throws -> RunningCommand {
        try RunningCommand(ZigguratBinary.url().path, words, in: folder.url, timeout: timeout)
    }
}
