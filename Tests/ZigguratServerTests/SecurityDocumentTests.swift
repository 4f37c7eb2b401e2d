import Foundation
import TestSupport
import Testing

/// The test suites that SECURITY.md names exist.
@Suite struct SecurityDocumentTests {
    /// The names of suites in a text that are missing in all test files.
    private static func unknownSuites(in text: String) throws -> [String] {
        var defined: Set<Substring> = []
        let tests = Repository.root.appending(path: "Tests")
        for path in try FileManager.default.subpathsOfDirectory(atPath: tests.path)
        where path.hasSuffix("Tests.swift") {
            let source = try String(contentsOf: tests.appending(path: path), encoding: .utf8)
            defined.formUnion(source.matches(of: /struct (\w+Tests)\b/).map(\.output.1))
        }
        return text.matches(of: /`(\w+Tests)`/).map(\.output.1).filter { !defined.contains($0) }
            .map(String.init)
    }

    @Test func `Every test suite in SECURITY.md exists`() throws {
        let file = Repository.root.appending(path: "SECURITY.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.contains("`SlowRequestTests`"))
        #expect(try Self.unknownSuites(in: text) == [])
        #expect(try Self.unknownSuites(in: text + "`MissingTests`").contains("MissingTests"))
    }
}
