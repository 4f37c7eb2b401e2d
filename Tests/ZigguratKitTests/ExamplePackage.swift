import Foundation
import TestSupport

/// A package in a temporary folder that depends on this one, as a library user's does.
struct ExamplePackage {
    /// How the package names its dependency.
    enum Dependency {
        /// This checkout, with its changes.
        case path
        /// A clone of the last commit, by URL and version: SwiftPM is stricter with these.
        case url
    }

    private let folder: TemporaryFolder
    private let dependency: Dependency

    /// - Parameter programs: the text of each program's `main.swift`, by its name.
    init(
        _ programs: [String: String], in folder: TemporaryFolder, dependency: Dependency = .path
    ) async throws {
        self.folder = folder
        self.dependency = dependency
        let targets = programs.keys.sorted().map { name in
            """
                    .executableTarget(
                        name: "\(name)",
                        dependencies: [.product(name: "ZigguratKit", package: "Ziggurat")]),
            """
        }
        try folder.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Example",
                dependencies: [\(try await Self.declaration(of: dependency))],
                targets: [
            \(targets.joined(separator: "\n"))
                ])

            """, to: "Package.swift")
        for (name, text) in programs { try folder.write(text, to: "Sources/\(name)/main.swift") }
    }

    private static func declaration(of dependency: Dependency) async throws -> String {
        guard dependency == .url else {
            return ".package(name: \"Ziggurat\", path: \"\(Repository.root.path)\")"
        }
        try? FileManager.default.removeItem(at: clone)
        try await Shell.run(
            "git", ["clone", "-q", Repository.root.path, clone.path], in: Repository.root
        ).orThrow()
        // One version for each commit: SwiftPM rejects a version whose commit changes.
        let time = try await Shell.run("git", ["log", "-1", "--format=%ct"], in: clone).orThrow()
        let version = "0.0.\(time.output.trimmingCharacters(in: .whitespacesAndNewlines))"
        try await Shell.run("git", ["tag", version], in: clone).orThrow()
        return ".package(url: \"file://\(clone.path)\", exact: \"\(version)\")"
    }

    private static let clone = products(.url).appending(path: "Ziggurat")

    /// Build products stay for the next run: the library takes most of the time.
    private static func products(_ dependency: Dependency) -> URL {
        Repository.root.appending(path: dependency == .path ? ".build/examples" : ".build/outside")
    }

    /// The checkout that SwiftPM makes of a dependency by URL.
    var checkout: URL { Self.products(dependency).appending(path: "checkouts/Ziggurat") }

    func resolve() async throws {
        try await Shell.run(
            "swift", ["package", "--scratch-path", Self.products(dependency).path, "resolve"],
            in: folder.url
        ).orThrow()
    }

    func build(target: String? = nil) async throws -> CommandResult {
        try await Shell.run(
            "swift",
            ["build", "--scratch-path", Self.products(dependency).path]
                + (target.map { ["--target", $0] } ?? []), in: folder.url)
    }

    func run(_ program: String) async throws -> CommandResult {
        try await Shell.run(
            Self.products(dependency).appending(path: "debug/\(program)").path, [],
            in: folder.url)
    }
}
