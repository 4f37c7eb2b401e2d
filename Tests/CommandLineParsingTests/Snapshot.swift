import Foundation
import Testing

/// Compares texts with the files in the folder Snapshots.
///
/// `RECORD_SNAPSHOTS=1 swift test --filter HelpTests` writes the files. Review the difference.
enum Snapshot {
    static func check(
        _ text: String, against name: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(components: "Snapshots", name)
        if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let expected = try String(contentsOf: file, encoding: .utf8)
        #expect(text == expected, "differs from \(name)", sourceLocation: sourceLocation)
    }
}
