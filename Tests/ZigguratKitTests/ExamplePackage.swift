import Foundation
import TestSupport

/// A package of its own that depends on this one, as a stranger's would.
struct ExamplePackage {
    private let folder: TemporaryFolder

    /// - Parameter programs: the text of each program's `main.swift`, by its name
    init(_ programs: [String: String], in folder: TemporaryFolder) throws {
        self.folder = folder
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
                dependencies: [.package(name: "Ziggurat", path: "\(Repository.root.path)")],
                targets: [
            \(targets.joined(separator: "\n"))
                ])

            """, to: "Package.swift")
        for (name, text) in programs { try folder.write(text, to: "Sources/\(name)/main.swift") }
    }

    /// What is built is kept from one run to the next: the library takes most of the time.
    private static let products = Repository.root.appending(path: ".build/examples")

    func build() async throws -> CommandResult {
        try await Shell.run(
            "swift", ["build", "--scratch-path", Self.products.path], in: folder.url,
            timeout: .seconds(900))
    }

    func run(_ program: String) async throws -> CommandResult {
        try await Shell.run(
            Self.products.appending(path: "debug/\(program)").path, [], in: folder.url)
    }
}
