import Foundation
import TestSupport
import Testing

@testable import CommandLineParsing
@testable import ZigguratCommands

/// Each image that cannot be exported causes one error. The other images are exported.
@Suite struct BadInputTests {
    /// Creates two good images and several bad images.
    private func furnish(_ folder: TemporaryFolder) throws {
        try folder.draw("good.jpg")
        try folder.write("not an image\n", to: "text.jpg")
        try folder.write("", to: "zero.jpg")
        let whole = try Data(contentsOf: folder.draw("whole.jpg", width: 600, height: 400))
        try folder.write(whole.prefix(whole.count / 2), to: "truncated.jpg")
        try folder.write(whole.prefix(100), to: "header.jpg")
        try folder.write("a table", to: "tables/table.csv")
    }

    @Test(arguments: [
        "missing.jpg", "tables", "text.jpg", "zero.jpg", "truncated.jpg", "good.jpg/more",
    ])
    func oneBadImage(name: String) async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            let run = Tool.run("export @/\(name) @/good.jpg -o @/out", in: folder)
            #expect(run.status == 1 && run.subjects == ["@/\(name)"])
            #expect(run.output == "@/out/good: dzi, 11 tiles, SIZE in TIME\n")
            #expect(folder.names(in: "out") == ["good", "index.html", "pictures.js"])
            // A run with only the bad image leaves neither files nor a gallery.
            let alone = Tool.run("export @/\(name) -o @/alone", in: folder)
            #expect(alone.status == 1 && alone.output == "" && alone.errors == run.errors)
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
            #expect(
                run.subjects == ["@/header.jpg", "@/text.jpg", "@/truncated.jpg", "@/zero.jpg"])
            #expect(folder.names(in: "out") == ["good", "index.html", "pictures.js", "whole"])
        }
    }

    /// The negative control: good images cause no error.
    @Test func goodImages() async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            let run = Tool.run("export @/good.jpg @/whole.jpg -o @/out", in: folder)
            #expect(run.status == 0 && run.errors == "")
        }
    }

    @Test func twoSourcesWithOneName() async throws {
        try await TemporaryFolder.with { folder in
            for path in ["a/photo.jpg", "b/photo.jpg", "c/photo.png", "other.jpg"] {
                try folder.draw(path, width: 9, height: 9)
            }
            let run = Tool.run(
                "export @/a/photo.jpg @/b/photo.jpg @/other.jpg -o @/out", in: folder)
            #expect(run.status == 1)
            #expect(run.output == "@/out/other: dzi, 5 tiles, SIZE in TIME\n")
            #expect(run.subjects == ["@/a/photo.jpg and @/b/photo.jpg"])
            #expect(run.errors.contains("--name '{parent}-{stem}'"))
            #expect(folder.names(in: "out") == ["index.html", "other", "pictures.js"])
            let other = Tool.run("export @/b/photo.jpg @/c/photo.png -o @/out", in: folder)
            #expect(other.errors.contains("--name '{stem}-{ext}'"))
            // Following the hint avoids the error.
            let mended = Tool.run(
                "export @/a/photo.jpg @/b/photo.jpg -o @/mended --name {parent}-{stem}", in: folder)
            #expect(mended.status == 0)
            #expect(
                folder.names(in: "mended") == ["a-photo", "b-photo", "index.html", "pictures.js"])
            // A file that is given twice is one source.
            let twice = Tool.run("export @/a/photo.jpg @/a/photo.jpg -o @/twice", in: folder)
            #expect(twice.status == 0 && twice.errors == "")
        }
    }

    @Test(arguments: ["/proc/nowhere", "@/good.jpg", "@/good.jpg/out"])
    func destinationsThatCannotBeWritten(destination: String) async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            let before = folder.names(in: "")
            let run = Tool.run("export @/good.jpg -o \(destination)", in: folder)
            #expect(run.status == 1 && run.output == "" && run.subjects == [destination])
            #expect(folder.names(in: "") == before)
        }
    }

    @Test func anotherFolderOfThatNameStays() async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            try folder.write("mine", to: "out/good/diary.txt")
            let run = Tool.run("export @/good.jpg @/whole.jpg -o @/out", in: folder)
            #expect(run.subjects == ["@/out/good"])
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
            #expect(run.subjects == [folder.path + #"/scans/caf\xE9.jpg"#])
            #expect(folder.names(in: "out") == ["good", "index.html", "pictures.js"])
            // Two images of one folder with the same name are reported, too.
            let all = Tool.run("export @/scans -o @/all", in: folder)
            #expect(all.status == 1)
            #expect(all.subjects == ["@/scans/caf\u{FFFD}.jpg"])
            #expect(folder.names(in: "all") == ["good", "index.html", "pictures.js"])
        }
    }

    /// Names that would place an export outside the destination or hide it.
    @Test(arguments: ["a//b", "a/../b", "..", ".hidden", "index.html"])
    func invalidNames(name: String) async throws {
        try await TemporaryFolder.with { folder in
            try furnish(folder)
            let run = Tool.run("export @/good.jpg -o @/out --name \(name)", in: folder)
            #expect(run.status == 1 && run.subjects == ["@/good.jpg"])
            #expect(run.errors.contains("“\(name)”") && run.errors.contains("--name"))
            #expect(folder.names(in: "out") == [])
        }
    }
}
