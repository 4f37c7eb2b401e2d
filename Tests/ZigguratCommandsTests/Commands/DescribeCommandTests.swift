import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands

@Suite struct DescribeCommandTests {
    @Test func metadataOfABatchReachPagesAndCanBeChanged() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("scans/a.jpg")
            try folder.draw("scans/b.jpg", width: 200)
            try folder.write(
                "file,name,title,title@de,Size\na,first,The mill,Die Mühle,A4\n", to: "one.csv")
            let export = "export @/scans -o @/out --metadata @/one.csv --description {stem}.{ext}"
            let run = Tool.run(export, in: folder)
            #expect(run.status == 0, "\(run.errors)")
            #expect(run.notes.count == 1)
            #expect(folder.names(in: "out").filter { !$0.contains(".") } == ["b", "first"])
            let page = folder["out/first/dzi/index.html"]
            let text = try String(contentsOf: page, encoding: .utf8)
            #expect(text.contains("<title>The mill</title>") && text.contains("a.jpg</p>"))

            #expect(text.contains("Die Mühle") && text.contains("<dt>Size</dt><dd>A4</dd>"))

            try folder.write("file,title\nfirst,The old mill\n", to: "two.csv")
            let described = Tool.run("describe @/out --metadata @/two.csv", in: folder)
            #expect(described.status == 0 && described.output == "@/out/first: described\n")
            #expect(try String(contentsOf: page, encoding: .utf8).contains("The old mill"))
            let document = try Tool.document(
                "describe @/out --attribution {stem} --json", in: folder)
            #expect(document["exports"].array?.count == 2)
            #expect(document["exports"][0]["outcome"].string == "described")
        }
    }

    @Test(arguments: ["empty", "out/a"])
    func `A folder without exports is an error, and an export is not a folder of exports`(
        _ name: String
    ) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("a.jpg")
            #expect(Tool.run("export @/a.jpg -o @/out", in: folder).status == 0)
            try FileManager.default.createDirectory(
                at: folder["empty"], withIntermediateDirectories: true)
            let names = folder.names(in: name)
            for command in ["describe @/\(name) --description X", "gallery @/\(name)"] {
                let run = Tool.run(command, in: folder)
                #expect(run.status == 1 && run.output.isEmpty, "\(command)")
                #expect(!run.errors.isEmpty, "\(command)")
            }
            #expect(folder.names(in: name) == names)
            // The negative control: the folder that contains the export.
            #expect(Tool.run("describe @/out --description X", in: folder).status == 0)
        }
    }

    @Test(arguments: [
        ("export @/a.jpg -o @/out --metadata @/list.csv", 1),
        ("describe @/a.jpg --metadata @/list.csv", 1), ("describe @/none --title x", 1),
        ("describe @/out", 2), ("export @/a.jpg -o @/out --metadata @/none.csv", 1),
    ])
    func mistakesChangeNothing(line: String, status: Int32) async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("a.jpg")
            try folder.write("file,title\na,A\nb,B\n", to: "list.csv")
            let run = Tool.run(line, in: folder)
            #expect(run.status == status, "\(run.errors)")
            #expect(!run.errors.isEmpty && folder.names(in: "out").isEmpty)
        }
    }
}
