import Foundation
import TestSupport

/// Image files, each drawn once for all tests of the process.
actor DrawnImages {
    static let shared = DrawnImages()

    private struct Key: Hashable {
        let ending: String
        let width: Int
        let height: Int
    }

    private var drawings: [Key: Task<Data, any Error>] = [:]

    /// The bytes of a file in the format of an ending.
    func file(_ ending: String, width: Int, height: Int) async throws -> Data {
        let key = Key(ending: ending, width: width, height: height)
        if let drawing = drawings[key] { return try await drawing.value }
        let drawing = Task {
            try await TemporaryFolder.with { folder in
                let file = folder["picture.\(ending)"]
                try await TestPicture(width: width, height: height).write(to: file)
                return try Data(contentsOf: file)
            }
        }
        drawings[key] = drawing
        return try await drawing.value
    }
}
