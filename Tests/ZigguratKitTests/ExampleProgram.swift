import Foundation
import TestSupport

/// A program of a library user, compiled with the modules of this build. The program belongs to no
/// package, so only public declarations are visible.
struct ExampleProgram {
    private static let build = Repository.root.appending(path: ".build/debug")
    private let folder: TemporaryFolder
    private let name: String

    /// - Parameter text: the text of `main.swift`.
    init(_ name: String, _ text: String, in folder: TemporaryFolder) throws {
        (self.folder, self.name) = (folder, name)
        try folder.write(text, to: "\(name)/main.swift")
    }

    func compile() async throws -> CommandResult {
        let contents = try FileManager.default.contentsOfDirectory(atPath: Self.build.path)
        let maps =
            contents.map { Self.build.appending(path: "\($0)/module.modulemap") }
            .filter { FileManager.default.fileExists(atPath: $0.path) }
            + [Repository.root.appending(path: "Sources/CSystemLibraries/module.modulemap")]
        return try await Shell.run(
            "swiftc",
            [
                "-swift-version", "6", "-gnone", folder["\(name)/main.swift"].path,
                "-o", folder["\(name)/program"].path,
                "-I", Self.build.appending(path: "Modules").path,
            ] + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
                + Self.objects() + Self.options(), in: folder.url)
    }

    func run() async throws -> CommandResult {
        try await Shell.run(folder["\(name)/program"].path, [], in: folder.url)
    }

    /// The object files of the command-line program, without its `main`.
    private static func objects() throws -> [String] {
        let list = build.appending(path: "ziggurat.product/Objects.LinkFileList")
        return try String(contentsOf: list, encoding: .utf8).split(separator: "\n").map {
            $0.trimmingCharacters(in: ["'"])
        }
        .filter { !$0.contains("/ziggurat.build/") }
    }

    /// The options for header folders and libraries with which SwiftPM compiles the library and links
    /// the command-line program.
    private static func options() throws -> [String] {
        let plan = Repository.root.appending(path: ".build/debug.yaml")
        let marks = [
            #""-module-name","ZigguratKit""#, #""-module-name","ziggurat","-emit-executable""#,
        ]
        let commands = try String(contentsOf: plan, encoding: .utf8).split(separator: "\n")
            .filter { line in line.contains("args: [") && marks.contains { line.contains($0) } }
        return try commands.flatMap { command in
            let list = command.drop { $0 != "[" }
            return try JSONDecoder().decode([String].self, from: Data(list.utf8)).filter { option in
                ["-l", "-L/", "-I/usr"].contains { option.hasPrefix($0) }
            }
        }
    }
}
