import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport

/// The files in folders that become exports.
@Suite("Images in folders") struct ImageSearchTests {
    private static let files = [
        "a.jpg", "B.JPG", "c-old.jpg", "x/d.jpg", "x/y/e.jpg", "x/old/f.jpg", "z/g.jpg",
        ".hidden/h.jpg",
    ]

    struct Case: CustomTestStringConvertible {
        var selection: ExportBatch.Selection
        var names: [String]
        var testDescription: String { "\(selection)" }

        init(
            _ names: [String], recursive: Bool = true, _ included: [String] = [],
            except excluded: [String] = []
        ) {
            selection = .init(isRecursive: recursive, included: included, excluded: excluded)
            self.names = names
        }
    }

    @Test(
        "Patterns select files of folders",
        arguments: [
            Case(["B", "a", "c-old"], recursive: false),
            Case(["B", "a", "c-old", "d", "e", "f", "g"]),
            Case(["a"], recursive: false, ["a*"]),
            Case(["B", "a", "c-old", "d", "e", "f", "g"], ["*.jpg"]),
            Case(["d", "e", "f"], ["x/*"]),
            Case(["d", "g"], ["[dg].jpg"]),
            Case(["B", "a", "d", "e", "g"], except: ["*old*"]),
            Case(["B", "a", "c-old", "g"], except: ["x"]),
            Case(["B", "a", "c-old", "d", "e", "g"], except: ["x/old"]),
            Case(["B", "a", "c-old", "d", "f", "g"], ["?.jpg", "c*"], except: ["y"]),
        ])
    func patterns(_ test: Case) async throws {
        try await Workshop.with { shop in
            let bytes = try await DrawnImages.shared.file("jpg", width: 9, height: 9)
            for file in Self.files { try shop.folder.write(bytes, to: "in/\(file)") }
            let plans = ExportBatch(
                [shop.folder["in"].path], exporter: shop.exporter(), selection: test.selection
            ).plans()
            #expect(try plans.map { try $0.get().name }.sorted() == test.names)
        }
    }

    @Test("Exports and the destination are not searched")
    func ownFolders() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("in/a.jpg", width: 9, height: 9)
            _ = try shop.exporter([.legacy]).export(shop.folder["in/a.jpg"].path)
            // An export elsewhere, a link to a folder, and a link to itself.
            try FileManager.default.copyItem(
                atPath: "\(shop.output)/a", toPath: shop.folder["in/copy"].path)
            for (link, target) in [("in/loop", "."), ("in/b.jpg", "a.jpg"), ("in/gone", "nothing")]
            {
                try FileManager.default.createSymbolicLink(
                    atPath: shop.folder[link].path, withDestinationPath: target)
            }
            let plans = ExportBatch(
                [shop.folder.path], exporter: shop.exporter(),
                selection: .init(isRecursive: true)
            ).plans()
            #expect(try plans.map { try $0.get().name } == ["a", "b"])
        }
    }

    @Test("Pipes, sockets and files of other types are counted and not opened")
    func otherFiles() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("in/a.jpg", width: 9, height: 9)
            for name in ["notes.txt", "table.csv"] {
                try shop.folder.write("text", to: "in/\(name)")
            }
            let script = """
                import os, socket
                os.mkfifo("pipe.jpg"); os.mkfifo("pipe")
                socket.socket(socket.AF_UNIX).bind("socket.png")
                os.symlink("/dev/zero", "device.tif")
                """
            try await Shell.run("python3", ["-c", script], in: shop.folder["in"]).orThrow()
            var notes: [ExportNote] = []
            let isComplete = ExportBatch(
                [shop.folder["in"].path], exporter: shop.exporter()
            ).run { event in
                if case .noted(let note) = event { notes.append(note) }
            }
            #expect(isComplete && shop.outputNames() == ["a", "index.html", "pictures.js"])
            #expect(
                notes == [
                    .skippedFiles(folder: shop.folder["in"].path, notImages: 2, special: 4)
                ])
            // A pipe that the user names is an error and is not opened.
            let named = ExportBatch([shop.folder["in/pipe.jpg"].path], exporter: shop.exporter())
                .plans()
            #expect(throws: ZigguratError.self) { try named[0].get() }
        }
    }

    @Test("A file is exported once, even if several paths name it")
    func sameFile() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("in/a.jpg", width: 9, height: 9)
            try FileManager.default.createSymbolicLink(
                atPath: shop.folder["link"].path, withDestinationPath: "in")
            let paths = ["in/a.jpg", "link/a.jpg", "in/../in/./a.jpg", "in", "link"]
            let plans = ExportBatch(
                paths.map { "\(shop.folder.path)/\($0)" }, exporter: shop.exporter()
            ).plans()
            #expect(try plans.map { try $0.get().name } == ["a"])
        }
    }
}
