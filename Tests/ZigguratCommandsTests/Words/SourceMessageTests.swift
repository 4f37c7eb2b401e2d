import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratCommands

/// Messages about unreadable files come from the program, not from a library.
@Suite struct SourceMessageTests {
    /// A command line and the files that it reads.
    private struct Run {
        var words: [String]
        var environment: [String: String] = [:]
        /// The arguments after `words`. Each file has its own errors.
        var files: [String]
    }

    private static let noModules = ["VIPSHOME": "/nonexistent"]

    /// Undamaged files that an option or a machine without a libvips module rejects.
    private static let refused = [
        Run(words: ["--page", "9"], files: ["whole/whole.pdf"]),
        Run(words: ["--crop", "90,0,90,9"], files: ["whole/whole.png"]),
        Run(words: ["--trusted-formats-only"], files: ["whole/whole.pdf"]),
        Run(words: ["--allow", "imagemagick"], files: ["pcx.pcx"]),
        Run(
            words: [], environment: noModules,
            files: ["whole/whole.pdf", "pcx.pcx", "heic-codec.heic"]),
        Run(words: ["--allow", "imagemagick"], environment: noModules, files: ["pcx.pcx"]),
        Run(words: ["--max-pixels", "100"], files: ["whole/whole.svg"]),
    ]

    /// `RECORD_SNAPSHOTS=1 swift test --filter SourceMessageTests` writes the list. Review all of
    /// it.
    @Test func `Each message about a source is in the list`() async throws {
        try await TemporaryFolder.with { folder in
            let names = try await Self.make(in: folder)
            let runs = [Run(words: [], files: ["missing.jpg"] + names)] + Self.refused
            var text = ""
            for run in runs {
                let settings = run.environment.map { "\($0)=\($1) " }.joined()
                text += text.isEmpty ? "" : "\n"
                text +=
                    "\(settings)ziggurat export \((run.words + ["FILE"]).joined(separator: " "))\n"
                let errors = try await Self.errors(of: run, in: folder)
                #expect(Self.foreignLines(in: errors) == [])
                text += Self.list(errors, run.files, in: folder)
            }
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "SourceMessages.txt")
            if ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS"] == "1" {
                try Data(text.utf8).write(to: file)
            }
            #expect(try text == String(contentsOf: file, encoding: .utf8))
            // Reports that select the error reason, that are not shown, or that no small file
            // causes.
            let others: Set<LibraryReport> = [
                .password, .noPages, .noImageArray, .noMatrix, .unsupportedKind, .tooManyScans,
                .manyDimensions, .longNumbers, .mixedSamples, .newCompression,
                .size,
                .noMemory, .rootElement, .missingData, .missingScans, .tooManyChunks,
            ]
            for report in LibraryReport.allCases where !others.contains(report) {
                #expect(text.contains("(\(report))"), "no file for \(report)")
            }
        }
    }

    @Test func `Only the program's own lines are on standard error`() async throws {
        try await TemporaryFolder.with { folder in
            _ = try await Self.make(in: folder)
            for format in TileFormat.all {
                for quality in [1, 5, 85] {
                    let run = try await Shell.run(
                        try ZigguratBinary.url().path,
                        [
                            "export", "whole", "--layout", "dzi", "--format", format.name,
                            "--quality", "\(quality)", "--viewer", "none", "--output",
                            "out/\(format.name)/\(quality)",
                        ], in: folder.url)
                    // Several files with the same name and different formats are an error of the
                    // program.
                    #expect(run.output.contains("tiles"), "\(run.errors)")
                    #expect(Self.foreignLines(in: run.errors) == [], "\(format), \(quality)")
                }
            }
        }
    }

    @Test func `Doctor lists only formats that can be read`() async throws {
        func formats(_ environment: [String: String]) async throws -> Set<Substring> {
            let run = try await Shell.run(
                try ZigguratBinary.url().path, ["doctor"], environment: environment
            ).orThrow()
            let line = run.output.split(separator: "\n").first { $0.hasPrefix("  images: ") }
            return Set((line ?? "").dropFirst("  images: ".count).split(separator: ", "))
        }
        let all = try await formats([:])
        let some = try await formats(Self.noModules)
        #expect(all.subtracting(some) == ["pdf", "magick", "openslide"])
        #expect(some.isSuperset(of: ["gif", "svg", "fits", "heif", "jxl"]))
    }

    /// The negative control: a line of a library is found.
    @Test func `The check finds the line of a library`() {
        let line = "./lib/jxl/encode.cc:922: Distance has to be in [0.0..25.0]"
        #expect(Self.foreignLines(in: "ziggurat: a: b\n\(line)\nhint: c\n") == [line])
    }

    private static func make(in folder: TemporaryFolder) async throws -> [String] {
        var names: [String] = []
        for helper in ["source-faults.py", "refused-files.py"] {
            let script = try String(
                contentsOf: Repository.root.appending(path: "Tests/TestSupport/Helpers/\(helper)"),
                encoding: .utf8)
            let result = try await Shell.run("python3", ["-c", script, folder.path]).orThrow()
            names += result.output.split(separator: "\n").map(String.init)
        }
        return names
    }

    private static func errors(of run: Run, in folder: TemporaryFolder) async throws -> String {
        try await Shell.run(
            try ZigguratBinary.url().path,
            ["export", "--layout", "single", "--viewer", "none", "--output", "out", "--replace"]
                + ["--name", "{stem}-{ext}"] + run.words + run.files,
            environment: run.environment, in: folder.url
        ).errors
    }

    /// The lines that are not messages of the program.
    private static func foreignLines(in errors: String) -> [String] {
        errors.split(separator: "\n").map(String.init)
            .filter { !$0.hasPrefix("ziggurat: ") && !$0.hasPrefix("hint: ") }
    }

    /// Each file with its problem and hint.
    private static func list(
        _ errors: String, _ files: [String], in folder: TemporaryFolder
    ) -> String {
        var lines: [String] = []
        for line in errors.split(separator: "\n") {
            let line = line.replacing(folder.path, with: "@")
            if line.hasPrefix("hint: ") {
                lines.append("    \(line)")
            } else if let file = files.first(where: { line.hasPrefix("ziggurat: \($0): ") }) {
                lines += [file, "    \(line.dropFirst("ziggurat: \(file): ".count))"]
            } else {
                lines.append(String(line))
            }
        }
        return lines.map { "\($0)\n" }.joined()
    }
}
