import Foundation
import TestSupport
import Testing
import ZigguratKit

@testable import ZigguratExport
@testable import ZigguratStore

@Suite("Reading records of images")
struct RecordReadingTests {
    private static func rows(_ text: String) throws -> [CSVTable.Row] {
        try CSVTable(Array(text.utf8)).rows
    }

    /// Python's `csv` module, which follows the RFC, gives the expected quotes and line ends.
    @Test(
        "Tables are read as Python's csv module reads them",
        arguments: [
            "a,b\r\n1,2\r\n", "a,b\n1,2", "a,b\n\"1,1\",\"say \"\"hi\"\"\"\n", "a;b\n1,5;2\n",
            "a\tb\n1\t2\n", "\u{FEFF}a,b\n1,2\n", "a,b\n\"two\r\nlines\",2\r\n", "a,b\n,\n",
            "a,b\n\"\",\" x \"\n", "\"a;b\",c\n1,2\n", "a,b\n1,\"\"\"\"\n",
        ])
    func tables(text: String) async throws {
        let separator = text.contains("a;b\n") ? ";" : text.contains("\t") ? "\t" : ","
        try await TemporaryFolder.with { folder in
            let file = try folder.write(text, to: "table.csv")
            let judged = try await Judge.run(
                script: """
                    import csv, json, sys
                    with open(sys.argv[1], newline="", encoding="utf-8-sig") as file:
                        rows = list(csv.reader(file, delimiter=sys.argv[2], strict=True))
                    print(json.dumps(rows))
                    """, [file.path, separator]
            ).orThrow().output
            let expected = try JSONDecoder().decode([[String]].self, from: Data(judged.utf8))
            #expect(try Self.rows(text).map(\.cells) == expected)
        }
    }

    @Test("Lines are counted inside quoted cells, and empty lines are skipped")
    func lines() throws {
        let rows = try Self.rows("sep=;\r\na;b\r\n\"x\ny\";1\r\n\r\nz;2\r\n")
        #expect(rows.map(\.line) == [2, 3, 6])
        #expect(rows.map(\.cells) == [["a", "b"], ["x\ny", "1"], ["z", "2"]])
    }

    @Test(
        "Each error in a list states its line",
        arguments: [
            ("file,title\na.jpg,\"open\n", .unclosedQuote(line: 2)),
            ("file,title\na.jpg,\"x\" y\n", .textAfterQuote(line: 2)),
            ("file,title\na.jpg\n", .wrongCellCount(line: 2, cells: 1, columns: 2)),
            ("file,title\n\n\na.jpg,x,y\n", .wrongCellCount(line: 4, cells: 3, columns: 2)),
            ("title\nx\n", .noFileColumn), ("file,Title,title\na,b,c\n", .duplicateColumn("title")),
            ("file@de\na\n", .invalidColumn("file@de")),
            ("file,title@\na,b\n", .invalidColumn("title@")),
            ("file,title@no language\na,b\n", .invalidColumn("title@no language")),
            ("file,page\na,0\n", .invalidValue(line: 2, column: "page")),
            ("file,order\na,first\n", .invalidValue(line: 2, column: "order")),
            ("file,title\n,x\n", .noFile(line: 2)), ("", .empty), ("file,title\n", .empty),
            ("{\"file\": \"a\"}\n{\"file\":\n", .notJSON(line: 2)),
            ("{\"title\": \"a\"}", .noFile(line: 1)),
            ("{\"file\": \"a\"}\n\n[1]\n", .notAnObject(line: 3)),
            ("{\"file\": \"a\", \"title\": {\"german\": \"b\"}}", .invalidColumn("title@german")),
            ("{\"file\": \"a\", \"title\": [{}]}", .invalidValue(line: 1, column: "title")),
        ] as [(String, RecordError)])
    func mistakes(text: String, reason: RecordError) async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(text, to: "list")
            let error = #expect(throws: ZigguratError.self) { try ImageRecords(file.path) }
            #expect(error?.reason as? RecordError == reason)
            #expect(error?.subject == file.path)
        }
    }

    @Test("Text that is not UTF-8 is rejected with its line, and a missing list is rejected")
    func bytes() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["list.csv"]
            try Data(Array("file,title\na,b\nc,".utf8) + [0xE4, 0x0A]).write(to: file)
            let error = #expect(throws: ZigguratError.self) { try ImageRecords(file.path) }
            #expect(error?.reason as? RecordError == .notUTF8(line: 3))
            let missing = #expect(throws: ZigguratError.self) {
                try ImageRecords(folder["none.csv"].path)
            }
            #expect(missing?.reason as? RecordError == .unreadable)
        }
    }

    /// Equal texts in each form give equal captions.
    @Test("CSV, JSON Lines and sidecars are equivalent")
    func forms() async throws {
        try await TemporaryFolder.with { folder in
            let table = try folder.write(
                """
                file,title,title@de,Description,Part_of,order,licence,Technique
                scans/a.tif,The mill,Die Mühle,Two words,Album,2.5,CC BY,Oil

                """, to: "list.csv")
            let lines = try folder.write(
                #"{"file": "scans/a.tif", "title": {"none": "The mill", "de": ["Die Mühle"]}, "#
                    + #""description": "Two words", "part of": "Album", "order": 2.5, "#
                    + #""license": "CC BY", "Technique": "Oil"}"#, to: "list.jsonl")
            try folder.write(
                #"{"title": "The mill", "title@de": "Die Mühle", "description": "Two words", "#
                    + #""partOf": "Album", "order": "2.5", "licence": "CC BY", "#
                    + #""fields": [{"label": "Technique", "value": "Oil"}]}"#,
                to: "sidecars/a.json")
            for path in [table.path, lines.path, folder["sidecars"].path] {
                let match = RecordMatch(
                    try ImageRecords(path), [RecordMatch.Target(path: "x/scans/a.tif")])
                #expect(match.failures.isEmpty)
                let caption = try #require(match.record(of: 0)).caption(over: Caption())
                #expect(caption.title == "The mill")
                #expect(caption.texts(\.title) == ["": "The mill", "de": "Die Mühle"])
                #expect(caption.description == "Two words" && caption.partOf == "Album")
                #expect(caption.order == 2.5 && caption.licence == "CC BY")
                #expect(caption.fields == [Caption.Field("Technique", "Oil")])
            }
        }
    }

    @Test("Empty values remove texts, missing values keep texts, and languages are completed")
    func changes() async throws {
        try await TemporaryFolder.with { folder in
            let file = try folder.write(
                "file,title@de,title@fr,description,language\na,Mühle,Moulin,,fr\n", to: "l.csv")
            let record = try #require(try ImageRecords(file.path).records.first)
            var old = Caption(description: "gone", attribution: "kept")
            old.fields = [Caption.Field("Technique", "Oil")]
            let caption = record.caption(over: old)
            #expect(caption.title == "Moulin" && caption.language == "fr")
            #expect(caption.texts(\.title) == ["de": "Mühle", "fr": "Moulin"])
            #expect(caption.description == nil && caption.attribution == "kept")
            #expect(caption.fields == old.fields)
        }
    }
}
