import Foundation
import TestSupport

/// A package in a temporary folder. As in packages of library users, its dependency on this package
/// is a URL and a version. SwiftPM has stricter rules for dependencies by URL than by path.
struct ExamplePackage {
    private let folder: TemporaryFolder

    private static let products = Repository.root.appending(path: ".build/examples")
    private static let clone = products.appending(path: "Ziggurat")

    /// SwiftPM's checkout of the dependency.
    static let checkout = products.appending(path: "checkouts/Ziggurat")

    /// - Parameter program: the text of the `main.swift` of the package.
    init(_ program: String, in folder: TemporaryFolder) async throws {
        self.folder = folder
        try folder.write(
            """
            // swift-tools-version: 6.2
            import PackageDescription

            let package = Package(
                name: "Example",
                dependencies: [
                    .package(
                        url: "file://\(Self.clone.path)", exact: "\(try await Self.version())")
                ],
                targets: [
                    .executableTarget(
                        name: "Example",
                        dependencies: [.product(name: "ZigguratKit", package: "Ziggurat")])
                ])

            """, to: "Package.swift")
        try folder.write(program, to: "Sources/Example/main.swift")
        try await swift("package", ["resolve"]).orThrow()
    }

    /// Creates a repository with one tagged commit of the files in this checkout. SwiftPM rejects a
    /// version whose commit changes, so equal files have the same version and commit.
    private static func version() async throws -> String {
        try? FileManager.default.removeItem(at: clone)
        let script = """
            git init -q "$0"
            git ls-files -coz --exclude-standard | tar -c --null -T - --ignore-failed-read | tar -x -C "$0"
            cd "$0"
            git add -A
            tree=$(git write-tree)
            version=0.0.$((16#${tree:0:12}))
            git update-ref HEAD $(git commit-tree -m Sources $tree)
            git tag $version
            echo $version
            """
        var environment: [String: String] = [:]
        for person in ["AUTHOR", "COMMITTER"] {
            environment["GIT_\(person)_NAME"] = "Tests"
            environment["GIT_\(person)_EMAIL"] = "tests@example.org"
            environment["GIT_\(person)_DATE"] = "2000-01-01T00:00:00Z"
        }
        let result = try await Shell.run(
            "bash", ["-euo", "pipefail", "-c", script, clone.path], environment: environment,
            in: Repository.root
        ).orThrow()
        return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    private func swift(
        _ command: String, _ arguments: [String]
    ) async throws -> CommandResult {
        try await Shell.run(
            "swift", [command, "--scratch-path", Self.products.path] + arguments,
            environment: ["ZIGGURAT_OPTIMISED": "0"], in: folder.url)
    }

    func build(target: String) async throws -> CommandResult {
        try await swift("build", ["--target", target])
    }
}
