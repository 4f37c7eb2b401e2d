import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratExport
@testable import ZigguratStore

@Suite("Matching records to images")
struct RecordMatchTests {
    private static let paths = [
        "box1/001.png", "box1/002.png", "box2/001.png", "letter.tif", "letter.v2.tif",
    ]

    private static func match(
        _ table: String, exports: Bool = false, _ targets: [RecordMatch.Target]? = nil
    ) async throws -> RecordMatch {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(table, to: "list.csv")
            return RecordMatch(
                try ImageRecords(file.path),
                targets ?? paths.map { RecordMatch.Target(path: $0) }, areExports: exports)
        }
    }

    @Test(
        "A file is a path, the end of a path, or a name without extension",
        arguments: [
            ("box1/001.png", 0), ("./box2/001.png", 2), ("box2/001", 2), ("002", 1),
            ("002.tiff", 1), ("letter", 3), ("letter.tif", 3), ("letter.v2", 4),
            ("box1/002.jpg", 1),
        ])
    func files(file: String, index: Int) async throws {
        let match = try await Self.match("file\n\(file)\n")
        #expect(match.failures.isEmpty && match.record(of: index) != nil)
        #expect(match.records.count == 1)
    }

    @Test(
        "Unknown, ambiguous and duplicate records are reported by line",
        arguments: [
            ("file\n002\nmissing.png\n", .unknownFile("missing.png", line: 3)),
            ("file\nbox3/001.png\n", .unknownFile("box3/001.png", line: 2)),
            (
                "file\n001.png\n",
                .ambiguousFile("001.png", line: 2, matches: ["box1/001.png", "box2/001.png"])
            ),
            ("file\n002\n002.png\n", .duplicateRecord("002.png", line: 3, first: 2)),
        ] as [(String, RecordError)])
    func failures(table: String, reason: RecordError) async throws {
        let match = try await Self.match(table)
        #expect(match.failures.map { $0.reason as? RecordError } == [reason])
    }

    @Test("Pages of a file have their own records")
    func pages() async throws {
        let match = try await Self.match(
            "file,page,title\nletter.tif,,All\nletter.tif,2,Second\n")
        let titles = [1, 2, nil].map {
            match.record(of: 3, page: $0)?.caption(over: Caption()).title
        }
        #expect(match.failures.isEmpty && titles == ["All", "Second", "All"])
    }

    @Test("An export is found by its name, then by its source")
    func exports() async throws {
        let targets = [
            RecordMatch.Target(path: "001.png", name: "box1-001"),
            RecordMatch.Target(path: "001.png", name: "box2-001"),
            RecordMatch.Target(path: "002.png", name: "002"),
        ]
        let named = try await Self.match(
            "file,name\nbox2/001.png,box2-001\nbox1/002.png,\n", exports: true, targets)
        #expect(named.failures.isEmpty)
        #expect(named.record(of: 1) != nil && named.record(of: 2) != nil)
        let unclear = try await Self.match("file\nbox2/001.png\n", exports: true, targets)
        #expect(unclear.failures.count == 1)
    }

    @Test(
        "Texts replace known placeholders",
        arguments: [
            ("{stem}", "photo"), ("{parent}: {stem}.{ext}", "scans: photo.tif"),
            ("{name} {page}", "my photo 7"), ("{unknown} {", "{unknown} {"),
            ("{{stem}}", "{photo}"),
        ])
    func placeholders(text: String, expected: String) {
        let caption = Caption(title: text).expanded(
            for: "a/scans/photo.tif", name: "my photo", page: 7)
        #expect(caption.title == expected)
    }
}
