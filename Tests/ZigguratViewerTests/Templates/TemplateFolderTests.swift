import Foundation
import TestSupport
import Testing
import ZigguratSystem

@testable import ZigguratViewer

/// The built-in templates can be written, also after a run that was killed.
@Suite struct TemplateFolderTests {
    private static let names = Set(
        PageTemplates.names.compactMap { $0.split(separator: "/").first.map(String.init) })

    private static func write(_ bytes: String, to path: String, in folder: TemporaryFolder) throws {
        _ = try folder.write(bytes, to: path)
    }

    private static func names(in folder: URL) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// The files of a killed run, and the folder's names after the next run.
    @Test(
        "A run after a killed one writes all templates and removes the hidden folder",
        arguments: [
            [], [".ziggurat-templates-look/page.html"],
            [".ziggurat-templates-look/.ziggurat-draft-1-page.html"],
            ["look/own.txt", "look/.ziggurat-templates/page.html"],
            ["look/.ziggurat-templates/.ziggurat-draft-1-page.html"],
        ])
    func killed(files: [String]) async throws {
        try await TemporaryFolder.with { folder in
            for file in files { try Self.write("", to: file, in: folder) }
            if files.contains(where: { $0.hasPrefix("look/.") }) {
                // The killed run had moved this template to its place.
                try Self.write(
                    String(decoding: PageTemplates.builtIn.bytes("page.css"), as: UTF8.self),
                    to: "look/page.css", in: folder)
            }
            for ending in ["", "/"] {
                try PageTemplates.write(
                    to: folder["look"].path + ending, isForced: !ending.isEmpty)
                let own = files.contains("look/own.txt") ? ["own.txt"] : []
                #expect(try Self.names(in: folder["look"]) == (Self.names.union(own)).sorted())
                #expect(try Self.names(in: folder.url) == ["look"])
            }
        }
    }

    @Test("Scripts are read from their folders, and other folders are ignored")
    func folders() async throws {
        try await TemporaryFolder.with { folder in
            for file in ["page/view.js", "own/view.js", "page/.hidden.js", "page/notes.txt"] {
                try Self.write("// mine", to: "look/\(file)", in: folder)
            }
            let templates = try PageTemplates(folder: folder["look"].path)
            #expect(Array(templates.own.keys) == ["page/view.js"])
            #expect(templates.code("page/view.js") == Array("// mine".utf8))
            try Self.write("", to: "look/page/views.js", in: folder)
            let error = #expect(throws: ZigguratError.self) {
                try PageTemplates(folder: folder["look"].path)
            }
            #expect(error?.subject == folder["look/page/views.js"].path)
        }
    }

    @Test("A changed template is not overwritten, even after a killed run")
    func changed() async throws {
        try await TemporaryFolder.with { folder in
            for file in ["look/page.css", "look/.ziggurat-templates/page.html"] {
                try Self.write("mine", to: file, in: folder)
                #expect(
                    throws: ZigguratError(
                        TemplateError.alreadyExists, folder["look/page.css"].path)
                ) { try PageTemplates.write(to: folder["look"].path) }
                #expect(try String(contentsOf: folder["look/page.css"], encoding: .utf8) == "mine")
            }
        }
    }
}
