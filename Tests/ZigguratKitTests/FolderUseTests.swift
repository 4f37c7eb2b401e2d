import Foundation
import TestSupport
import Testing

/// `Scripts/folders` rejects folders of sources that use each other.
@Suite struct FolderUseTests {
    private static func check(_ arguments: [String]) async throws -> CommandResult {
        try await Shell.run(
            "python3", [Repository.root.appending(path: "Scripts/folders").path] + arguments)
    }

    @Test func `The folders of sources and tests use each other in one direction`() async throws {
        let sources = Repository.root.appending(path: "Sources").path
        let tests = Repository.root.appending(path: "Tests").path
        for arguments in [[sources], [tests, "--target-lines", "12000"]] {
            let result = try await Self.check(arguments)
            #expect(result.status == 0, "\(result.output)")
        }
    }

    @Test(
        "Folders that use each other are found",
        arguments: [
            ("struct Plan { let pages: Pages }", "struct Pages { var plan: Plan }", 1),
            ("struct Plan { let pages: Pages }", "extension Plan {}\nstruct Pages {}", 1),
            ("struct Plan { let pages: Pages }", "struct Pages {} // of a Plan", 0),
            ("struct Plan { let pages: Pages }", #"struct Pages { let a = "Plan" }"#, 0),
            ("struct Plan {}", "struct Pages { var plan: Plan }", 0),
        ])
    func pairs(plan: String, pages: String, status: Int) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(plan, to: "Sources/Target/Plan/Plan.swift")
            try folder.write(pages, to: "Sources/Target/Pages/Pages.swift")
            let result = try await Self.check([folder["Sources"].path, "--pairs", "0"])
            #expect(result.status == status, "\(result.output)")
            let isAllowed = try await Self.check([folder["Sources"].path, "--pairs", "1"])
            #expect(isAllowed.status == 0)
        }
    }

    @Test func `A knot counts all folders of a dependency cycle`() async throws {
        try await TemporaryFolder.with { folder in
            for (name, next) in [("A", "B"), ("B", "C"), ("C", "A")] {
                try folder.write(
                    "struct Type\(name) { var next: Type\(next)? }",
                    to: "Sources/Target/\(name)/Type\(name).swift")
            }
            for (most, status) in [(3, 0), (2, 1)] {
                let result = try await Self.check([
                    folder["Sources"].path, "--pairs", "0", "--knot", "\(most)",
                ])
                #expect(result.status == status, "\(result.output)")
            }
        }
    }

    @Test(
        "A target or a file with too many lines is found",
        arguments: [("--target-lines", 4, 0), ("--target-lines", 3, 1), ("--file-lines", 1, 1)])
    func lengths(option: String, most: Int, status: Int) async throws {
        try await TemporaryFolder.with { folder in
            for name in ["A", "B"] {
                try folder.write(
                    "struct Type\(name) {\n}\n", to: "Sources/Target/\(name)/Type\(name).swift")
            }
            let result = try await Self.check([folder["Sources"].path, option, "\(most)"])
            #expect(result.status == status, "\(result.output)")
        }
    }
}
