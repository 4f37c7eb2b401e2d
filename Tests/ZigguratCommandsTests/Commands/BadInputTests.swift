import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

/// Input that cannot be exported: one clear line for each, the rest of the batch done, nothing left
/// behind.
@Suite struct BadInputTests {
    /// A good picture and, beside it, everything that is wrong with others.
    private func furnish(_ folder: TemporaryFolder) throws {
        try folder.draw("good.jpg")
        try folder.write("This is no picture.\n", to: "text.jpg")
        try folder.write("", to: "zero.jpg")
        let whole = try Data(contentsOf: folder.draw("whole.jpg", width: 600, height: 400))
        try folder.write(whole.prefix(whole.count / 2), to: "truncated.jpg")
        try folder.write(whole.prefix(100), to: "header.jpg")
        try folder.write("a table", to: "tables/table.csv")
    }

    @Test(arguments: [
        ("missing.jpg", "@/missing.jpg: there is no such file"),
        (
            "tables",
            "@/tables: there is no image in this folder; name images, or a folder with images directly in it"
        ),
        (
            "text.jpg",
            "@/text.jpg: it is not an image, or of a format that libvips does not read"
        ),
        ("zero.jpg", "@/zero.jpg: the file is empty"),
        (
            "truncated.jpg",
            "@/truncated.jpg: the file ends early, at or before row N; get a complete copy of it"
        ),
        ("good.jpg/more", "@/good.jpg/more: there is no such file"),
    ])
    func oneBadImage(name: String, complaint: String) async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            #expect(
                Tool.run("export @/\(name) @/good.jpg -o @/out", in: folder)
                    == .init(
                        1, output: "@/out/good: dzi, 11 tiles, SIZE in TIME\n",
                        errors: "ziggurat: \(complaint)\n"))
            #expect(folder.names(in: "out") == ["good", "index.html", "pictures.js"])
            // Alone it leaves nothing that can be seen, and no gallery.
            #expect(
                Tool.run("export @/\(name) -o @/alone", in: folder)
                    == .init(1, errors: "ziggurat: \(complaint)\n"))
            #expect(folder.names(in: "alone") == [])
        }
    }

    @Test func allAtOnceInAFolder() async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            let run = Tool.run("export @ -o @/out", in: folder)
            #expect(run.status == 1)
            #expect(
                run.output == """
                    @/out/good: dzi, 11 tiles, SIZE in TIME
                    @/out/whole: dzi, 17 tiles, SIZE in TIME

                    """)
            let subjects = run.errors.split(separator: "\n").map { line in
                line.dropFirst("ziggurat: ".count).prefix { $0 != ":" }
            }
            #expect(subjects == ["@/header.jpg", "@/text.jpg", "@/truncated.jpg", "@/zero.jpg"])
            #expect(folder.names(in: "out") == ["good", "index.html", "pictures.js", "whole"])
        }
    }

    /// The negative control: with nothing wrong there is no complaint and the status is 0.
    @Test func nothingWrong() async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            let run = Tool.run("export @/good.jpg @/whole.jpg -o @/out", in: folder)
            #expect(run.status == 0 && run.errors == "")
        }
    }

    @Test func namesThatTwoSourcesWant() async throws {
        try await TemporaryFolder.with { folder in
            for path in ["a/photo.jpg", "b/photo.jpg", "c/photo.png", "other.jpg"] {
                try folder.draw(path, width: 9, height: 9)
            }
            #expect(
                Tool.run("export @/a/photo.jpg @/b/photo.jpg @/other.jpg -o @/out", in: folder)
                    == .init(
                        1, output: "@/out/other: dzi, 5 tiles, SIZE in TIME\n",
                        errors: """
                            ziggurat: @/a/photo.jpg and @/b/photo.jpg: both would be exported as “photo”; \
                            tell them apart with --name '{parent}-{stem}'

                            """))
            #expect(folder.names(in: "out") == ["index.html", "other", "pictures.js"])
            #expect(
                Tool.run("export @/b/photo.jpg @/c/photo.png -o @/out", in: folder).errors == """
                    ziggurat: @/b/photo.jpg and @/c/photo.png: both would be exported as “photo”; \
                    tell them apart with --name '{stem}-{ext}'

                    """)
            // What the complaint recommends is right.
            let mended = Tool.run(
                "export @/a/photo.jpg @/b/photo.jpg -o @/mended --name {parent}-{stem}", in: folder)
            #expect(mended.status == 0)
            #expect(
                folder.names(in: "mended") == ["a-photo", "b-photo", "index.html", "pictures.js"])
            // The same file twice is one source.
            let twice = Tool.run("export @/a/photo.jpg @/a/photo.jpg -o @/twice", in: folder)
            #expect(twice.status == 0 && twice.errors == "")
        }
    }

    @Test(arguments: [
        (
            "/proc/nowhere",
            "/proc/nowhere: the folder cannot be made (No such file or directory); "
                + "choose a folder that you may write to with --output"
        ),
        (
            "@/good.jpg",
            "@/good.jpg: the folder cannot be made: there is a file in its place; "
                + "choose another folder with --output"
        ),
        (
            "@/good.jpg/out",
            "@/good.jpg/out: the folder cannot be made: there is a file in its place; "
                + "choose another folder with --output"
        ),
    ])
    func destinationsThatCannotBeWritten(destination: String, complaint: String) async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            let before = folder.names(in: "")
            #expect(
                Tool.run("export @/good.jpg -o \(destination)", in: folder)
                    == .init(1, errors: "ziggurat: \(complaint)\n"))
            #expect(folder.names(in: "") == before)
        }
    }

    @Test func somethingElseOfThatName() async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            try folder.write("mine", to: "out/good/diary.txt")
            let run = Tool.run("export @/good.jpg @/whole.jpg -o @/out", in: folder)
            #expect(
                run.errors == """
                    ziggurat: @/out/good: there is something else of this name that is no export; \
                    move it away, or choose another name with --name

                    """)
            #expect(run.status == 1)
            #expect(folder.names(in: "out/good") == ["diary.txt"])
            #expect(folder.names(in: "out") == ["good", "index.html", "pictures.js", "whole"])
        }
    }

    @Test func namesThatAreNotText() async throws {
        try await TemporaryFolder.with { folder in
            let good = try folder.draw("scans/good.jpg")
            let bytes = Array(folder["scans/caf"].path.utf8) + [0xE9] + Array(".jpg".utf8)
            let content = try Data(contentsOf: good)
            let file = bytes.withUnsafeBufferPointer { name in
                (name + [0]).withUnsafeBytes {
                    fopen($0.assumingMemoryBound(to: CChar.self).baseAddress, "wb")
                }
            }
            let handle = try #require(file)
            content.withUnsafeBytes { _ = fwrite($0.baseAddress, 1, $0.count, handle) }
            fclose(handle)
            let run = Tool.run(words: [
                "export", ArgumentText(bytes: bytes), ArgumentText(good.path), "-o",
                ArgumentText(folder["out"].path),
            ])
            #expect(run.status == 1)
            #expect(
                run.errors == """
                    ziggurat: \(folder.path)/scans/caf\\xE9.jpg: its name is not UTF-8; rename it, or link \
                    to it under another name

                    """)
            #expect(folder.names(in: "out") == ["good", "index.html", "pictures.js"])
            // In a folder it is not passed over in silence.
            let all = Tool.run("export @/scans -o @/all", in: folder)
            #expect(all.status == 1)
            #expect(
                all.errors == """
                    ziggurat: @/scans/caf\u{FFFD}.jpg: its name is not UTF-8; rename it, or link to it \
                    under another name

                    """)
            #expect(folder.names(in: "all") == ["good", "index.html", "pictures.js"])
        }
    }

    /// Names with which an export would break out of its folder or hide.
    @Test(arguments: [
        ("a/b", "the name “a/b” has a slash in it"),
        ("..", "an export cannot be called “..”"),
        (".hidden", "an export cannot be called “.hidden”"),
        ("index.html", "an export cannot be called “index.html”"),
    ])
    func namesThatAreNone(name: String, problem: String) async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            #expect(
                Tool.run("export @/good.jpg -o @/out --name \(name)", in: folder)
                    == .init(
                        1,
                        errors:
                            "ziggurat: @/good.jpg: \(problem); choose another name with --name\n"))
            #expect(folder.names(in: "out") == [])
        }
    }
}
