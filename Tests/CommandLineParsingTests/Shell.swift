import Foundation
import Testing

@testable import CommandLineParsing

extension CompletionTests {
    /// An installed shell that runs completion scripts.
    struct Shell {
        let path: String

        /// `nil` if the shell is not installed.
        init?(_ name: String) {
            let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
            let paths = folders.map { "\($0)/\(name)" }
            guard let path = paths.first(where: FileManager.default.isExecutableFile(atPath:))
            else {
                return nil
            }
            self.path = path
        }

        static func has(_ shell: CompletionShell) -> Bool {
            Shell(shell.rawValue) != nil
        }

        struct Failure: Error, CustomStringConvertible {
            let description: String
        }

        /// Returns what the shell prints when it runs a script in a folder.
        ///
        /// Text on standard error or a status other than 0 is a failure.
        func run(_ script: String, options: [String] = [], in folder: URL) throws -> String {
            let process = Process()
            process.executableURL = URL(filePath: path)
            process.arguments = options + ["-c", script]
            process.currentDirectoryURL = folder
            process.environment = [
                "HOME": folder.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8", "TERM": "dumb",
            ]
            let output = Pipe()
            let errors = folder.appending(component: ".errors")
            try Data().write(to: errors)
            process.standardInput = FileHandle.nullDevice
            process.standardOutput = output
            process.standardError = try FileHandle(forWritingTo: errors)
            try process.run()
            let data = try output.fileHandleForReading.readToEnd() ?? Data()
            process.waitUntilExit()
            let complaint = try String(contentsOf: errors, encoding: .utf8)
            guard complaint.isEmpty, process.terminationStatus == 0 else {
                throw Failure(description: "status \(process.terminationStatus): \(complaint)")
            }
            return String(decoding: data, as: UTF8.self)
        }

        /// Creates a folder with a script and a few files for one test.
        static func withFolder<Result>(
            _ shell: CompletionShell, _ body: (URL) throws -> Result
        ) throws -> Result {
            let folder = FileManager.default.temporaryDirectory
                .appending(component: "completion-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: folder) }
            try FileManager.default.createDirectory(
                at: folder.appending(component: "pictures of us"), withIntermediateDirectories: true
            )
            try Data().write(to: folder.appending(component: "photo.tif"))
            try Data(Sample.program.completionScript(for: shell).utf8)
                .write(to: folder.appending(component: "script"))
            return try body(folder)
        }
    }
}
