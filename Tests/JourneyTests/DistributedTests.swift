import Foundation
import TestSupport
import Testing

/// The Python package in `Distributed` passes its tests.
@Suite(.serialized) struct DistributedTests {
    private static let folder = Repository.root.appending(path: "Distributed")

    @Test(arguments: [
        ["pytest", "-q", "-p", "no:cacheprovider"], ["mypy", "--cache-dir", "/dev/null"],
    ])
    func tool(words: [String]) async throws {
        let result = try await Judge.run(
            module: words[0], Array(words.dropFirst()), in: Self.folder)
        #expect(
            result.status == 0,
            "\(words[0]): \(result.output.suffix(3000))\(result.errors.suffix(1000))")
    }
}
