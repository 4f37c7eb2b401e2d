import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ExportTestSupport
@testable import ZigguratExport
@testable import ZigguratFormats
@testable import ZigguratStore
@testable import ZigguratSystem

/// ZIP archives, as `unzip` and Python's `zipfile` read them.
@Suite struct ZIPContainerTests {
    private func write(_ text: String, to path: String, in container: ZIPContainer) throws {
        let twin = try container.write(path, tile: nil, Array(text.utf8).span.bytes, twin: nil)
        #expect(twin == nil)
    }

    @Test func aBundleInAnArchiveIsTheFolder() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture("Größe 7 ✓.jpg", width: 700, height: 500)
            let folder = try shop.exporter([.dzi, .iiif3]).export(image).folder
            let kept = shop.folder["folder"]
            try FileManager.default.moveItem(atPath: folder, toPath: kept.path)
            let result = try shop.exporter([.dzi, .iiif3]) { $0.container = .zip }.export(image)
            for layout in ["dzi", "iiif3"] {
                let archive = "\(result.folder)/Größe 7 ✓-\(layout).zip"
                // Unlike the page of a folder, the page in an archive does not load `picture.js`.
                let page = try await Shell.run("unzip", ["-p", archive, "*/index.html"]).orThrow()
                let told = kept.appending(path: "\(layout)/index.html")
                #expect(try String(contentsOf: told, encoding: .utf8).contains("picture.js"))
                #expect(page.output.contains("<html") && !page.output.contains("picture.js"))
                try page.standardOutput.write(to: told)
                try FileManager.default.removeItem(
                    at: kept.appending(path: "\(layout)/viewer/picture.js"))
                let judge = try await OtherReaders.zip(
                    archive, against: "\(kept.path)/\(layout)", top: "Größe 7 ✓-\(layout)")
                #expect(judge.status == 0, "\(judge.errors)")
                let unzip = try await Shell.run("unzip", ["-tqq", archive])
                #expect(unzip.status == 0, "\(unzip.output)")
                let bundle = try #require(
                    result.manifest.bundles.first { $0.layout == layout })
                #expect(judge.output == "\(bundle.files)\n")
                #expect(bundle.page == "\(layout)-zip/index.html" && !bundle.isFolder)
            }
            #expect(try BundleAudit.complaints(of: result.folder, result.manifest) == [])
        }
    }

    /// An unpacked archive is a bundle with a page, like a folder export.
    @Test func itUnpacks() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let result = try shop.exporter([.xyz]) { $0.container = .zip }.export(image)
            try await Shell.run(
                "unzip", ["-q", "\(result.folder)/photo-xyz.zip"], in: shop.folder.url
            ).orThrow()
            let files = try shop.folder.files(under: "photo-xyz")
            for file in ["index.html", "viewer/thumbnail.jpg", "1/1/0.jpg"] {
                #expect(files.contains(file))
            }
        }
    }

    @Test func theJudgesCatchWhatIsWrong() async throws {
        try await Workshop.with { shop in
            let image = try await shop.picture(width: 300, height: 200)
            let folder = try shop.exporter([.xyz]).export(image).folder + "/xyz"
            let archive = shop.folder["a.zip"].path
            let container = try ZIPContainer(archive, folder: "a")
            for file in try FolderListing.files(in: URL(filePath: folder)) {
                let bytes = try [UInt8](Data(contentsOf: URL(filePath: "\(folder)/\(file)")))
                _ = try container.write(file, tile: nil, bytes.span.bytes, twin: nil)
            }
            let totals = try container.finish()
            #expect(totals.bytes == (try FileStamp(archive).bytes))
            let judge = { try await OtherReaders.zip(archive, against: folder, top: "a") }
            #expect(try await judge().status == 0)
            // The bytes belong to a file, to its name, and to an offset in the central directory.
            for offset in [200, 31, totals.bytes - 30] {
                try OtherReaders.flip(archive, at: offset)
                #expect(try await judge().status != 0)
                #expect(try await Shell.run("unzip", ["-tqq", archive]).status != 0)
                try OtherReaders.flip(archive, at: offset)
            }
            #expect(try await judge().status == 0)
            try FileManager.default.removeItem(atPath: "\(folder)/1/0/0.jpg")
            #expect(try await judge().errors.hasPrefix("only in one of them"))
        }
    }

    @Test func threadsWriteAtOnce() async throws {
        try await TemporaryFolder.with { folder in
            let archive = folder["a.zip"].path
            let container = try ZIPContainer(archive, folder: "top")
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<500 {
                    group.addTask {
                        let text = String(repeating: "\(number) ", count: number)
                        #expect(throws: Never.self) {
                            _ = try container.write(
                                "\(number % 7)/\(number)", tile: nil, Array(text.utf8).span.bytes,
                                twin: nil)
                        }
                        _ = try? folder.write(text, to: "files/\(number % 7)/\(number)")
                    }
                }
            }
            #expect(try container.finish().files == 500)
            let judge = try await OtherReaders.zip(
                archive, against: folder["files"].path, top: "top")
            #expect(judge.status == 0, "\(judge.errors)")
        }
    }

    /// An archive has ZIP64 records only if it needs them: from 65,535 entries on.
    @Test(arguments: [(65_534, false), (65_535, true), (70_000, true)])
    func manyFiles(count: Int, isLong: Bool) async throws {
        try await TemporaryFolder.with { folder in
            let archive = folder["a.zip"].path
            let container = try ZIPContainer(archive, folder: "top")
            for number in 0..<count { try write("x\(number)", to: "\(number)", in: container) }
            #expect(try container.finish().files == count)
            let judge = try await OtherReaders.python(
                """
                import sys, zipfile
                archive = zipfile.ZipFile(sys.argv[1])
                assert len(archive.namelist()) == int(sys.argv[2])
                for number in (0, 65534 - 1, int(sys.argv[2]) - 1):
                    assert archive.read(f"top/{number}") == b"x%d" % number
                print(b"PK\\x06\\x06" in open(sys.argv[1], "rb").read())
                """, [archive, "\(count)"])
            #expect(judge.output == (isLong ? "True\n" : "False\n"), "\(judge.errors)")
            #expect(try await Shell.run("unzip", ["-tqq", archive]).status == 0)
        }
    }

    /// The entries follow a hole of about 4 GB in the file.
    @Test(arguments: [0xFFFF_FFFF - 90, 0xFFFF_FFFF, 5_000_000_000])
    func placesBehindFourGigabytes(start: Int) async throws {
        try await TemporaryFolder.with { folder in
            let archive = folder["a.zip"].path
            let container = try ZIPContainer(archive, folder: "top", startingAt: start)
            for number in 0..<3 {
                try write("text \(number)", to: "\(number)", in: container)
                try folder.write("text \(number)", to: "files/\(number)")
            }
            #expect(try container.finish().bytes == FileStamp(archive).bytes)
            let judge = try await OtherReaders.zip(
                archive, against: folder["files"].path, top: "top")
            #expect(judge.status == 0, "\(judge.errors)")
            let unzip = try await Shell.run("unzip", ["-tqq", archive])
            #expect(unzip.status == 0, "\(unzip.output)\(unzip.errors)")
        }
    }

    /// The records of a file of more than 4 GB. The file itself is not written, because that takes
    /// too long.
    @Test func theRecordsOfALargeFile() {
        let time = DOSTimestamp(year: 2026, month: 5, day: 6, hour: 7, minute: 8, second: 9)
        let entry = ZIPEntry(
            name: "a", headerOffset: 7, size: 5_000_000_000, checksum: 1, timestamp: time)
        let eight: [UInt8] = [0x00, 0xF2, 0x05, 0x2A, 0x01, 0, 0, 0]
        let local = ZIPLocalHeader(entry).bytes
        #expect(Array(local[4..<6]) == [45, 0])
        #expect(Array(local[18..<26]) == Array(repeating: 0xFF, count: 8))
        #expect(Array(local[31...]) == [1, 0, 16, 0] + eight + eight)
        let central = ZIPCentralHeader(entry).bytes
        #expect(Array(central[42..<46]) == [7, 0, 0, 0])
        #expect(Array(central[47...]) == [1, 0, 16, 0] + eight + eight)
        let small = ZIPEntry(
            name: "a", headerOffset: 7, size: 0xFFFF_FFFE, checksum: 1, timestamp: time)
        #expect(ZIPLocalHeader(small).bytes.count == 31)
        #expect(ZIPCentralHeader(small).bytes.count == 47)
    }

    @Test(
        "Reading a written record gives equal fields",
        arguments: [(7, 9), (0xFFFF_FFFF, 9), (7, 5_000_000_000), (5_000_000_000, 6_000_000_000)])
    func recordsRoundTrip(offset: Int, size: Int) throws {
        let entry = ZIPEntry(
            name: "Größe/1.jpg", headerOffset: offset, size: size, checksum: 0xDEAD_BEEF,
            timestamp: DOSTimestamp(date: 1234, time: 4321))
        let central = try #require(
            ZIPCentralHeader([1, 2] + ZIPCentralHeader(entry).bytes, at: 2))
        #expect(central.entry == entry)
        let local = try #require(ZIPLocalHeader(ZIPLocalHeader(entry).bytes))
        #expect(local.entry.name == entry.name && local.entry.checksum == entry.checksum)
        #expect(local.byteCount == ZIPLocalHeader(entry).bytes.count)
        // A truncated record is rejected at every length.
        let bytes = ZIPCentralHeader(entry).bytes
        for count in bytes.indices {
            #expect(ZIPCentralHeader(Array(bytes.prefix(count)), at: 0) == nil)
        }
    }

    @Test func timesAreThoseOfDOS() {
        let time = DOSTimestamp(year: 2026, month: 11, day: 21, hour: 14, minute: 26, second: 59)
        #expect(time.date == 46 << 9 | 11 << 5 | 21 && time.time == 14 << 11 | 26 << 5 | 29)
        let old = DOSTimestamp(year: 1970, month: 1, day: 1, hour: 1, minute: 1, second: 1)
        #expect(old.date == 1 << 5 | 1 && old.time == 0)
    }

    @Test(arguments: [("a/b", "a/b"), ("a", "a/b"), ("a/b", "a"), ("a/b", "a/b/c/d")])
    func twoFilesOfOneNameAreAnError(first: String, second: String) async throws {
        try await TemporaryFolder.with { folder in
            let container = try ZIPContainer(folder["a.zip"].path, folder: "top")
            try write("one", to: first, in: container)
            let error = #expect(throws: ZigguratError.self) {
                try write("two", to: second, in: container)
                _ = try container.finish()
            }
            #expect(error?.code == .nameClash)
            #expect(error?.subject.hasPrefix("\(folder.path)/a.zip, top/a") == true)
        }
    }
}
