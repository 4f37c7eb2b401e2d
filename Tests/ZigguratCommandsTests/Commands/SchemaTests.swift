import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CommandLineParsing
@testable import ZigguratCommands

/// The JSON documents match the schemas in Documentation/schemas. PyPI's `jsonschema` validates
/// them.
@Suite struct SchemaTests {
    private static let schemas = Repository.root.appending(path: "Documentation/schemas")

    /// Validates documents and returns the complaints. Each file name begins with the name of its
    /// schema.
    private func complaints(
        _ documents: [String: String], in folder: TemporaryFolder
    ) async throws -> [String] {
        for (name, text) in documents { try folder.write(text, to: "documents/\(name).json") }
        let helper = Repository.root.appending(path: "Tests/TestSupport/Helpers/schemas.py")
        let result = try await Judge.run(
            script: try String(contentsOf: helper, encoding: .utf8),
            [Self.schemas.path]
                + documents.keys.sorted().map { folder["documents/\($0).json"].path }
        ).orThrow()
        return result.output.split(separator: "\n").map(String.init)
    }

    @Test func everyJSONOptionHasASchema() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.schemas.path)
        for (command, parameter, _) in Program.ziggurat.parameterHelp
        where parameter == "--json" {
            #expect(files.contains("\(command.replacing(" ", with: "-")).schema.json"))
        }
    }

    private func output(of line: String, in folder: TemporaryFolder, status: Int32) -> String {
        let run = Tool.run(line, in: folder)
        #expect(run.status == status, "\(line): \(run.errors)")
        return run.output
    }

    @Test func documents() async throws {
        try await TemporaryFolder.with { folder in
            var documents: [String: String] = [:]
            func add(_ name: String, _ line: String, status: Int32 = 0) {
                documents[name] = output(of: line, in: folder, status: status)
            }
            add("sample", "sample @/photo.jpg --size 600x400 --json")
            let options = """
                @/photo.jpg @/missing.jpg -o @/out --json -l dzi,template,iiif,dzc --sizes 100 \
                --naming {z}/{x}_{y}.{ext} --skip-blanks --title T --rotate 90 --crop 1,1,300,500
                """
            add("plan-1", "plan \(options)", status: 1)
            add("plan-2", "export \(options) --dry-run", status: 1)
            add("export-1", "export \(options)", status: 1)
            add("export-2", "export @/photo.jpg -o @/out --json -c pmtiles --replace")
            add(
                "export-3", "export @/photo.jpg -o @/other --json --bag --include-source -l zoomify"
            )
            add("export-4", "export @/photo.jpg -o @/out --json -l tms --min-level 1")
            try folder.draw("album/1.jpg")
            add("export-5", "export --book @/album -o @/books --json")
            add("list", "list @/out --json")
            add("list-2", "list @/books --json")
            try folder.write(
                "firstX,firstY,x,y\n10,10,20,30\n200,20,210,40\n30,200,40,210\n", to: "points.csv")
            add(
                "compare",
                "compare @/out/photo @/out/photo -o @/out --json --registration @/points.csv")
            add("list-3", "list @/out --json")
            add("cache-status", "cache status --cache @/cache --json")
            add("cache-clear", "cache clear --cache @/cache --json")
            add("verify-1", "verify @/out --json")
            add("repack-1", "repack @/other/photo -o @/repacked -c zip --json")
            add("repack-2", "repack @/other/photo -o @/new -c zip --json --dry-run")
            try folder.draw("map/5/16/10.png", width: 256, height: 256)
            add("repack-3", "repack @/map -o @/maps --json")
            add("repack-4", "repack @/map -o @/maps --json")
            add("repack-5", "repack @/map -o @/maps -c mbtiles --json --dry-run")
            add("layouts", "layouts --json")
            add("gallery", "gallery @/out --json")
            add("templates", "templates @/templates --json")
            add("doctor", "doctor -o @/out --json")
            for name in ["photo", "other"] {
                let manifest = folder["\(name == "photo" ? "out" : "other")/photo/ziggurat.json"]
                documents["manifest-\(name)"] = try String(contentsOf: manifest, encoding: .utf8)
            }
            try folder.write("x", to: "other/photo/extra")
            add("verify-2", "verify @/other @/missing --json", status: 1)
            add("remove", "remove photo ghost -o @/out --json", status: 1)
            let found = try await complaints(documents, in: folder)
            #expect(found == [])
        }
    }

    @Test func shards() async throws {
        try await TemporaryFolder.with { folder in
            var documents: [String: String] = [:]
            func add(_ name: String, _ line: String, status: Int32 = 0) {
                documents[name] = output(of: line, in: folder, status: status)
            }
            try folder.draw("scans/photo.jpg")
            try folder.write("no image", to: "scans/broken.jpg")
            try folder.write("file,title\nphoto,T\n", to: "list.csv")
            let images = "@/scans/photo.jpg @/scans/broken.jpg -o @/out --json --shards 3"
            add("shard-plan-1", "shard plan \(images) --plan @/plan --metadata @/list.csv")
            add("shard-plan-2", "shard plan \(images) --plan @/other --by-size --source-checksums")
            for number in 1...3 {
                let run = Tool.run("shard run @/plan \(number) --json", in: folder)
                documents["shard-run-\(number)"] = run.output
            }
            add("shard-status-1", "shard status @/plan --json")
            add("shard-status-2", "shard status @/other --json")
            // An image that is large enough to be divided into shards.
            try await Shell.run(
                "vips",
                ["black", folder["large.tif[compression=deflate]"].path, "10000", "10000"]
            ).orThrow()
            add("shard-plan-3", "shard plan @/large.tif --shards 2 --plan @/bands --json")
            add("shard-status-3", "shard status @/bands --json")
            add("shard-finish-1", "shard finish @/plan --json", status: 1)
            add("shard-finish-2", "shard finish @/plan --json --allow-failures")
            for (name, file) in [
                ("shard-summary-1", "plan/plan.json"), ("shard-summary-2", "other/plan.json"),
                ("shard-tasks-1", "plan/shard-1.json"), ("shard-tasks-2", "plan/shard-2.json"),
                ("shard-tasks-3", "other/shard-1.json"), ("shard-tasks-4", "bands/shard-1.json"),
                ("shard-summary-3", "bands/plan.json"),
                ("shard-result-1", "plan/result-1.json"),
                ("shard-result-2", "plan/result-2.json"),
            ] {
                documents[name] = try String(contentsOf: folder[file], encoding: .utf8)
            }
            #expect(documents["shard-tasks-4"]?.contains(#""band":{"columns":[0,10000]"#) == true)
            let found = try await complaints(documents, in: folder)
            #expect(found == [])
            // The negative control: an unknown outcome does not match the schema.
            let wrong = try await complaints(
                ["shard-result": "{\"outcome\": \"none\"}"], in: folder)
            #expect(!wrong.isEmpty)
        }
    }

    @Test func bundleRecords() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg")
            let line = "export @/photo.jpg -o @/out -l template --naming {z}/{x}_{y}.{ext}"
            #expect(Tool.run(line, in: folder).status == 0)
            let record = folder["out/photo/template/ziggurat-bundle.json"]
            let text = try String(contentsOf: record, encoding: .utf8)
            let found = try await complaints(["bundle": text], in: folder)
            #expect(found == [])
        }
    }

    @Test func progress() async throws {
        let display = Tool.Transcript()
        try await TemporaryFolder.with { folder in
            var progress = ProgressDisplay(.json, on: display.console(), now: Clock().now)
            for event: JSONObject in [
                ["tilesDone": 1, "tileCount": 2, "megapixelsPerSecond": 1.5],
                ["noun": "tile", "done": 1, "count": 2],
            ] {
                progress.update { _ in ProgressReport(fraction: 0.5, text: "", event: event) }
            }
            let lines = display.errors.withLock { $0 }.split(separator: "\n")
            #expect(lines.count == 2)
            let documents = Dictionary(
                uniqueKeysWithValues: lines.enumerated().map {
                    ("progress-\($0.offset)", String($0.element))
                })
            let found = try await complaints(documents, in: folder)
            #expect(found == [])
        }
    }

    /// The negative control: a missing field, an unknown field, a wrong type, and a wrong value.
    @Test(arguments: [
        #"{"file": "a.jpg", "width": 1}"#, #"{"file": "a.jpg", "width": 1, "height": 1, "x": 1}"#,
        #"{"file": "a.jpg", "width": "1", "height": 1}"#,
        #"{"file": "a.jpg", "width": -1, "height": 1}"#,
    ])
    func wrongDocuments(text: String) async throws {
        try await TemporaryFolder.with { folder in
            let found = try await complaints(["sample": text], in: folder)
            #expect(found.count == 1)
        }
    }

    /// A clock that advances by one second at each reading.
    private final class Clock: @unchecked Sendable {
        // A single thread of a single test reads the clock.
        private var time = ContinuousClock.now

        @Sendable func now() -> ContinuousClock.Instant {
            time += .seconds(1)
            return time
        }
    }
}
