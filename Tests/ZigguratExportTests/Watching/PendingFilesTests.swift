import Foundation
import TestSupport
import Testing

@testable import ZigguratExport
@testable import ZigguratStore
@testable import ZigguratSystem

/// Files of watched folders are exported when they are complete. The tests set the times.
@Suite("Files that wait until they are complete") struct PendingFilesTests {
    /// An event after some milliseconds, or a check of the files.
    enum Step {
        case event(FolderWatch.Event.Kind)
        case found(age: Int)
        case write(String)
        case remove
        case look(isComplete: Bool)
    }

    private static let steps: [(String, [(Int, Step)])] = [
        (
            "closed",
            [
                (0, .event(.appeared)), (0, .event(.changing)), (0, .event(.complete)),
                (0, .look(isComplete: false)), (300, .look(isComplete: false)),
                (450, .look(isComplete: true)), (9000, .look(isComplete: false)),
            ]
        ),
        (
            "open for long",
            [
                (0, .event(.changing)), (9000, .look(isComplete: false)),
                (20000, .look(isComplete: false)), (20000, .event(.complete)),
                (20500, .look(isComplete: true)),
            ]
        ),
        (
            "closed, then written again",
            [
                (0, .event(.complete)), (100, .look(isComplete: false)), (200, .write("longer")),
                (450, .look(isComplete: false)), (900, .look(isComplete: true)),
            ]
        ),
        (
            "found while it grows",
            [
                (0, .found(age: 0)), (1000, .look(isComplete: false)), (1500, .write("longer")),
                (2500, .look(isComplete: false)), (4000, .look(isComplete: false)),
                (4600, .look(isComplete: true)), (5000, .found(age: 5)),
                (5000, .look(isComplete: false)), (6000, .write("once more")),
                (9000, .found(age: 3)), (9000, .look(isComplete: true)),
            ]
        ),
        ("old", [(0, .found(age: 60)), (0, .look(isComplete: true))]),
        (
            "a link",
            [
                (0, .event(.appeared)), (0, .look(isComplete: false)),
                (2100, .look(isComplete: true)),
            ]
        ),
        ("empty", [(0, .write("")), (0, .found(age: 60)), (9000, .look(isComplete: false))]),
        ("removed", [(0, .event(.complete)), (100, .remove), (900, .look(isComplete: false))]),
    ]

    @Test("A file is complete when it does not change any more", arguments: steps)
    func completeness(name: String, steps: [(Int, Step)]) async throws {
        try await TemporaryFolder.with { folder in
            var pending = PendingFiles()
            let start = ContinuousClock().now
            try folder.write("file", to: "a")
            let path = folder["a"].path
            for (milliseconds, step) in steps {
                let now = start + .milliseconds(milliseconds)
                switch step {
                case .event(let kind):
                    pending.take(FolderWatch.Event(kind: kind, path: path), at: now)
                case .found(let age):
                    let attributes = try #require(FileSystem.attributes(of: path))
                    pending.find(path, attributes, age: age, at: now)
                case .write(let text): try folder.write(text, to: "a")
                case .remove: try FileManager.default.removeItem(atPath: path)
                case .look(let isComplete):
                    let complete = pending.takeComplete(at: now) { FileSystem.attributes(of: $0) }
                    #expect(complete == (isComplete ? [path] : []), "\(name), \(milliseconds) ms")
                }
            }
        }
    }
}
