import Foundation
import TestSupport
import Testing

/// Tasks of users, from the image to the published result. Scripts in `Tests/Journeys` run the
/// commands of the guides, and other programs check the result.
@Suite(.serialized) struct JourneyTests {
    private static let folder = Repository.root.appending(path: "Tests/Journeys")
    private static let guides = Repository.root.appending(path: "Documentation/guides")

    private static func names(in folder: URL, ending: String) -> [String] {
        let files = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
        return (files ?? []).filter { $0.hasSuffix(ending) }.map {
            String($0.dropLast(ending.count))
        }
        .sorted()
    }

    private static let journeys = names(in: folder, ending: ".sh").filter {
        // These files have functions that journeys share.
        !["journey", "slurm-cluster"].contains($0)
    }

    @Test(arguments: journeys)
    func journey(name: String) async throws {
        let result = try await Self.run(Self.folder.appending(path: "\(name).sh").path)
        #expect(
            result.status == 0,
            "\(name): \(result.ending)\n\(result.errors.suffix(3000))\(result.output.suffix(1000))")
    }

    /// The negative control: a journey fails if a command of its guide fails.
    @Test func aFailingJourney() async throws {
        try await TemporaryFolder.with { folder in
            let library = Self.folder.appending(path: "journey.sh").path
            let script = try folder.write(
                ". '\(library)'\nguide getting-started\n", to: "without-a-photograph.sh")
            let result = try await Self.run(script.path)
            #expect(result.status == 1)
        }
    }

    /// A journey fails if the output contradicts a sentence of its guide, or if the guide lacks the
    /// sentence.
    @Test(
        arguments: [
            ("number of its pages", "3 pages", 0), ("number of its pages", "4 pages", 1),
            ("a sentence that no guide has", "3 pages", 1),
        ] as [(String, String, Int?)])
    func claims(sentence: String, pattern: String, status: Int?) async throws {
        try await TemporaryFolder.with { folder in
            let library = Self.folder.appending(path: "journey.sh").path
            let script = try folder.write(
                ". '\(library)'\nclaims books '\(sentence)' '\(pattern)' echo 'book, 3 pages'\n",
                to: "claim.sh")
            let result = try await Self.run(script.path)
            #expect(result.status == status)
        }
    }

    /// Each guide with commands is run by a script.
    @Test func allGuidesAreRun() throws {
        let scripts = try Self.journeys.map { name in
            try String(
                contentsOf: Self.folder.appending(path: "\(name).sh"), encoding: .utf8)
        }
        #expect(scripts.count >= 8)
        for guide in Self.names(in: Self.guides, ending: ".md") {
            let text = try String(
                contentsOf: Self.guides.appending(path: "\(guide).md"), encoding: .utf8)
            guard text.contains("\n```sh\n") else { continue }
            #expect(scripts.contains { $0.contains("\nguide \(guide)\n") }, "\(guide)")
        }
    }

    private static func run(_ script: String) async throws -> CommandResult {
        try await TemporaryFolder.with { folder in
            let program = try ZigguratBinary.url().path
            return try await Shell.run(
                "bash", [script],
                environment: [
                    "ZIGGURAT": program, "REPOSITORY_ROOT": Repository.root.path,
                    "HOME": folder.url.path,
                ],
                in: folder.url)
        }
    }
}
