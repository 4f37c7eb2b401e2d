import Foundation
import TestSupport
import Testing

@testable import ZigguratCommands
@testable import ZigguratExport
@testable import ZigguratStore

/// `--host` writes the configuration files that web hosts read.
@Suite("Files for web hosts") struct HostTests {
    @Test("Each host gets its configuration file, and files of the user are kept")
    func files() async throws {
        try await TemporaryFolder.with { folder in
            try folder.draw("photo.jpg", width: 30, height: 20)
            let names = [
                "github-pages": ".nojekyll", "netlify": "_headers", "cloudflare": "_headers",
                "s3": "s3-cors.json", "apache": ".htaccess", "nginx": "nginx.conf",
            ]
            #expect(Set(StaticHost.all.map(\.name)) == Set(names.keys))
            let hosts = names.keys.sorted().joined(separator: ",")
            let export = "export @/photo.jpg -o @/out -l xyz"
            let run = Tool.run("\(export) --host \(hosts)", in: folder)
            #expect(run.status == 0)
            for (host, name) in names {
                let files = folder.names(in: "out")
                #expect(files.contains(name), "\(host)")
                #expect(run.notes.contains { $0.hasPrefix("@/out/\(name): for ") }, "\(host)")
            }
            #expect(Tool.run("verify @/out", in: folder).status == 0)
            let json = try Data(contentsOf: folder["out/s3-cors.json"])
            let rules = try JSONDecoder().decode(JSONValue.self, from: json)
            #expect(rules["CORSRules"][0]["AllowedOrigins"] == ["*"])

            // A file written by Ziggurat is replaced. A file of the user is kept.
            for name in ["_headers", "nginx.conf", ".nojekyll"] {
                let isOurs = name == "_headers"
                let text = isOurs ? "# Written by Ziggurat.\n/old\n" : "mine\n"
                try Data(text.utf8).write(to: folder["out/\(name)"])
            }
            let again = Tool.run("gallery @/out --host \(hosts)", in: folder)
            #expect(again.status == 0)
            for name in ["nginx.conf", ".nojekyll"] {
                #expect(again.errors.contains("@/out/\(name): not written by Ziggurat"))
                #expect(try String(contentsOf: folder["out/\(name)"], encoding: .utf8) == "mine\n")
            }
            let headers = try String(contentsOf: folder["out/_headers"], encoding: .utf8)
            #expect(headers.contains("/*\n  Access-Control-Allow-Origin: *\n"))
            #expect(headers.contains("/*.dzi\n  Content-Type: application/xml\n"))
            // Without the option, no configuration file is written.
            #expect(Tool.run("\(export) --name b", in: folder).errors == "")
            #expect(Tool.run("export @/photo.jpg -o @/new -l xyz", in: folder).status == 0)
            #expect(folder.names(in: "new") == ["index.html", "photo", "pictures.js"])
        }
    }
}
