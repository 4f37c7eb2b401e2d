public import Foundation

/// Validators by others, written in Python. `Scripts/bootstrap --tests` fetches them.
public enum Judge {
    /// Runs a module as a program: `python3 -m NAME`.
    public static func run(
        module name: String, _ arguments: [String], in folder: URL? = nil
    ) async throws -> CommandResult {
        try await python(["-m", name] + arguments, in: folder)
    }

    /// Runs a script that can import the validators.
    public static func run(
        script: String, _ arguments: [String] = [], in folder: URL? = nil
    ) async throws -> CommandResult {
        try await python(["-c", script] + arguments, in: folder)
    }

    /// Runs a script of the folder `Helpers` that can import the validators.
    public static func run(
        helper name: String, _ arguments: [String] = [], in folder: URL? = nil
    ) async throws -> CommandResult {
        let file = Repository.root.appending(path: "Tests/TestSupport/Helpers/\(name)")
        return try await run(
            script: String(contentsOf: file, encoding: .utf8), arguments, in: folder)
    }

    private static func python(
        _ arguments: [String], in folder: URL?
    ) async throws -> CommandResult {
        let judges = Repository.root.appending(path: ".build/python")
        guard FileManager.default.fileExists(atPath: judges.appending(path: "stamp").path) else {
            throw MissingPrerequisite("A package in Tests/requirements.txt")
        }
        return try await Shell.run(
            "python3", ["-B"] + arguments, environment: ["PYTHONPATH": judges.path], in: folder)
    }
}

extension Judge {
    /// A file of a validator.
    public static func file(_ path: String) throws -> URL {
        let file = Repository.root.appending(path: ".build/python").appending(path: path)
        guard FileManager.default.fileExists(atPath: file.path) else {
            throw MissingPrerequisite("A package in Tests/requirements.txt")
        }
        return file
    }
}
