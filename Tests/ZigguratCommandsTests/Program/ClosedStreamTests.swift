import Foundation
import TestSupport
import Testing

@testable import ExportTestSupport

/// Runs of the built program whose standard streams are closed.
@Suite("Closed standard streams") struct ClosedStreamTests {
    /// Runs a shell line in which `ziggurat` is the program and `status` its exit status.
    private func run(_ shop: Workshop, _ line: String) async throws -> CommandResult {
        try await Shell.run(
            "sh", ["-c", "\(line); echo $? > status", try ZigguratBinary.url().path],
            in: shop.folder.url)
    }

    private func status(in shop: Workshop) throws -> String {
        try String(contentsOf: shop.folder["status"], encoding: .utf8)
    }

    @Test(
        "A result that cannot be written ends with status 1, and a message if a stream is open",
        arguments: [
            ("export photo.jpg", ">&-", 1, true), ("export photo.jpg", ">&- 2>&-", 1, false),
            ("export photo.jpg", "2>&-", 0, false), ("export photo.jpg", "<&-", 0, false),
            ("export photo.jpg", "<&- >&- 2>&-", 1, false), ("plan photo.jpg", ">&-", 1, true),
            ("layouts", ">&-", 1, true), ("layouts", "2>&-", 0, false),
            ("export missing.jpg", "2>&-", 1, false), ("export missing.jpg", ">&-", 1, true),
            ("export -", "<&-", 1, true), ("wrong", ">&-", 2, true), ("wrong", "2>&-", 2, false),
        ])
    func closed(words: String, closing: String, expected: Int, hasMessage: Bool) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            let result = try await run(shop, "\"$0\" \(words) \(closing)")
            #expect(try status(in: shop) == "\(expected)\n")
            #expect(result.errors.hasPrefix("ziggurat: ") == hasMessage, "\(result.errors)")
            #expect(result.errors.split(separator: "\n").count <= 2, "\(result.errors)")
        }
    }

    /// The first files that a process opens get the numbers of closed streams.
    @Test(
        "No message gets into a file of an export",
        arguments: ["<&-", ">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"])
    func files(closing: String) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture()
            let words = "export photo.jpg missing.jpg --progress plain --layout dzi,xyz"
            _ = try await run(shop, "\"$0\" \(words) \(closing)")
            #expect(shop.outputNames() == ["index.html", "photo", "pictures.js"])
            _ = try await run(shop, "\"$0\" \(words) --force -c zip \(closing)")
            let check = try await shop.run(["verify", "Output"])
            #expect(check.status == 0, "\(check.output)\(check.errors)")
        }
    }
}
