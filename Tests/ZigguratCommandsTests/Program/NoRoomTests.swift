import Foundation
import TestSupport
import Testing

@testable import ExportTestSupport

/// If a destination cannot be written, the program prints one line, ends with status 1 and leaves
/// no files.
@Suite struct NoRoomTests {
    @Test(
        .enabled(if: SmallDisk.canMount, "needs the right to mount"),
        arguments: [
            "size=400k", "nr_inodes=40",
        ])
    func aFullDiskIsOneLine(limit: String) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("big.jpg", width: 2000, height: 1500)
            _ = try await shop.picture("small.jpg", width: 100, height: 80)
            let result = try await SmallDisk.run(
                on: limit, #""$0" export big.jpg -o full/Output --format png"#, in: shop)
            #expect(result.status == 1)
            #expect(result.output == "")
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count == 2 && lines[1].hasPrefix("hint: "))
            #expect(
                result.errors.contains(
                    /^ziggurat: full\/Output\/big\/dzi[^:]*: disk full: cannot write the file\b/),
                "\(result.errors)")

            // An image that fits is exported.
            let fitting = try await SmallDisk.run(
                on: "size=4m", #""$0" export small.jpg -o full/Output"#, in: shop)
            #expect(fitting.status == 0)
            #expect(fitting.output.hasSuffix("index.html\npictures.js\nsmall\nviewer\n"))
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func `repack reports a full disk`() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("big.jpg", width: 2000, height: 1500)
            try await shop.run(["export", "big.jpg"]).orThrow()
            let result = try await SmallDisk.run(
                on: "size=100k", #""$0" repack Output/big -o full/Output -c zip"#, in: shop)
            #expect(result.status == 1 && result.output == "")
            #expect(
                result.errors.contains(
                    /^ziggurat: full\/Output\/big\/[^:]*: disk full: cannot write the file\b/),
                "\(result.errors)")
        }
    }

    @Test(.enabled(if: SmallDisk.canMount, "needs the right to mount"))
    func aReadOnlyDiskIsOneLine() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("small.jpg", width: 100, height: 80)
            let result = try await SmallDisk.run(
                on: "size=4m",
                #"mount -o remount,ro full; "$0" export small.jpg -o full/Output/new"#, in: shop)
            #expect(result.status == 1 && result.output == "")
            #expect(
                result.errors.hasPrefix(
                    "ziggurat: full/Output/new: read-only file system: cannot create the folder"),
                "\(result.errors)")
        }
    }

    /// A limit of two kilobytes per file makes a write fail in the middle of a file, without a
    /// mounted file system.
    @Test func aFileThatCannotBeFinishedIsOneLine() async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("big.jpg", width: 900, height: 700)
            let result = try await Shell.run(
                "sh",
                [
                    "-c", #"ulimit -f 4; exec "$0" export big.jpg"#,
                    ZigguratBinary.url().path,
                ], in: shop.folder.url)
            #expect(result.status == 1 && result.output == "")
            #expect(
                result.errors.wholeMatch(
                    of:
                        /ziggurat: Output\/big\/[^:]*: file too large: cannot write the file\nhint.*\n/
                )
                    != nil, "\(result.errors)")
            #expect(shop.outputNames() == [])
        }
    }

    @Test(arguments: ["file", "file/below", "file/far/below"])
    func aFileInTheWayIsOneLine(output: String) async throws {
        try await Workshop.with { shop in
            _ = try await shop.picture("small.jpg", width: 100, height: 80)
            try shop.folder.write("mine", to: "file")
            let result = try await shop.run(["export", "small.jpg", "-o", output])
            #expect(result.status == 1 && result.output == "")
            #expect(
                result.errors.contains(
                    /^ziggurat: [^:]+: (already exists|not a folder): cannot create the folder\b/),
                "\(result.errors)")
            #expect(try String(contentsOf: shop.folder["file"], encoding: .utf8) == "mine")
            #expect(shop.outputNames() == [])
        }
    }
}
