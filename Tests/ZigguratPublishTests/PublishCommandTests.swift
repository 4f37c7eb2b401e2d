import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The built program: what it prints, and how it ends.
@Suite struct PublishCommandTests {
    @Test func whatItPrints() async throws {
        try await PublishShop.with { shop in
            let first = try await shop.publish(["out", shop.remote])
            #expect(first.status == 0 && first.errors == "")
            let line = /out → :local:.*there: \d+ files sent \([\d.]+ [kM]B\), 0 unchanged in .*\n/
            #expect(first.output.wholeMatch(of: line) != nil, "\(first.output)")
            let again = try await shop.publish(["out", shop.remote, "--delete", "--json"])
            let document = try JSONDecoder().decode(JSONValue.self, from: again.standardOutput)
            #expect(
                document.object?.keys.sorted() == [
                    "dryRun", "errors", "folder", "notes", "remote", "result", "seconds",
                ])
            #expect(
                document["result"].object?.keys.sorted() == [
                    "bytes", "deleted", "files", "unchanged", "uploaded",
                ])
            #expect(document["result"]["uploaded"] == 0)
            let dry = try await shop.publish([
                "out", ":local:\(shop.folder.path)/new", "-n", "--delete",
            ])
            #expect(
                dry.output.contains(" files to send (") && dry.output.contains(", 0 to remove, "))
            let events = try await shop.publish(
                ["out", ":local:\(shop.folder.path)/new", "--progress", "json"])
            let event = try #require(events.errors.split(separator: "\n").last)
            let progress = try JSONDecoder().decode(JSONValue.self, from: Data(event.utf8))
            #expect(progress["event"] == "progress" && progress["fileCount"].integer ?? 0 > 20)
        }
    }

    @Test(arguments: [
        (
            "out nowhere:x", 1,
            "nowhere:x: rclone has no remote of this name; “rclone config” makes one, “rclone listremotes” lists those there are"
        ),
        (
            "out :nope:x", 1,
            ":nope:x: rclone has no kind of remote of this name; “rclone help backends” lists those there are"
        ),
        (
            "out me@host:x", 2,
            "me@host:x: rclone has no addresses with a user in front; make a remote of the type sftp with “rclone config”"
        ),
        (
            "out there", 2,
            "there: this is no remote of rclone; write NAME:PATH, or :local:/PATH for a folder of this machine"
        ),
        (
            "nix :local:/x", 1,
            "nix: there is no such folder; name the one that you exported to, or an export in it"
        ),
        (
            "photo.jpg :local:/x", 1,
            "photo.jpg: there is no such folder; name the one that you exported to, or an export in it"
        ),
        (
            "empty :local:/x", 1,
            "empty: there is no export in this folder; name a folder that was exported to, an export in it, or one of its layouts"
        ),
        (
            "out :local:/x extra", 2,
            "unexpected argument “extra”; options for rclone begin with a dash and stand behind “--”"
        ),
    ])
    func complaints(line: String, status: Int, complaint: String) async throws {
        try await PublishShop.with { shop in
            try shop.folder.write("x", to: "empty/x.txt")
            let config = try shop.folder.write("", to: "rclone.conf")
            let result = try await shop.publish(
                line.split(separator: " ").map(String.init),
                config: config)
            #expect(result.status == status && result.output == "")
            #expect(result.errors == "ziggurat: \(complaint)\n")
        }
    }

    @Test func withoutRclone() async throws {
        try await PublishShop.with { shop in
            let missing = try await shop.publish(
                ["out", shop.remote], path: "/nowhere")
            #expect(missing.status == 1)
            #expect(
                missing.errors == """
                    ziggurat: rclone: it is not on PATH, and uploading needs it; install it: apt-get \
                    install rclone, or rclone.org/downloads

                    """)
            for (script, problem) in [
                ("echo 'rclone v1.53.3'", "it is version 1.53.3; 1.60 or newer is needed"),
                ("echo hello", "it does not tell its version"),
                ("exit 7", "it does not tell its version"),
            ] {
                let fake = try await shop.fakeRclone(script)
                let old = try await shop.publish(
                    ["out", shop.remote], path: "\(fake.path):/usr/bin:/bin")
                #expect(old.status == 1)
                #expect(
                    old.errors.hasPrefix("ziggurat: \(fake.path)/rclone: \(problem); install it: "))
            }
            // A file that cannot be executed.
            try await shop.folder.writeProgram("#!/no/such/shell\n", to: "bin/rclone")
            let result = try await shop.publish(
                ["out", shop.remote], path: shop.folder["bin"].path)
            #expect(
                result.errors.contains(
                    "rclone: cannot start the program (No such file or directory)"))
            #expect(!FileManager.default.fileExists(atPath: shop.there.path))
        }
    }

    /// Every file that fails has a line; pages do not go up without tiles.
    @Test func aRemoteThatFails() async throws {
        try await PublishShop.with { shop in
            // A file stands where a folder of tiles has to be.
            try shop.folder.write("in the way", to: "there/photo/dzi/photo_files")
            let result = try await shop.publish(["out", shop.remote, "--", "--retries", "1"])
            #expect(result.status == 1 && result.output == "")
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count > 3)
            for line in lines.dropLast() {
                #expect(line.hasPrefix("ziggurat: photo/dzi/photo_files/"), "\(line)")
                #expect(line.contains(": it could not be uploaded ("))
            }
            #expect(
                lines.last == """
                    ziggurat: \(shop.remote): rclone failed (status 1) at the tiles; nothing that needs \
                    them was uploaded; run it again: what is there is not sent again
                    """)
            let files = try FolderListing.files(in: shop.there)
            #expect(files.allSatisfy { !$0.hasSuffix(".html") && !$0.hasSuffix(".dzi") })
            let document = try await shop.publish(
                ["out", shop.remote, "--json", "--", "--retries", "1"])
            #expect(document.status == 1)
            let json = try JSONDecoder().decode(JSONValue.self, from: document.standardOutput)
            #expect(json["errors"].array?.count == lines.count && json["result"] == .null)
            #expect(json["errors"][0]["code"] == "publishingFailed")
            // The negative control: with the way free the same command works.
            try FileManager.default.removeItem(at: shop.folder["there/photo/dzi/photo_files"])
            try await shop.publish(["out", shop.remote]).orThrow()
            #expect(try await PublishShop.differences(shop.output, shop.there) == "")
        }
    }

    /// Ctrl-C, also where rclone is deaf to it: rclone ends, and nothing of a later stage was sent.
    @Test(arguments: ["SIGINT", "SIGTERM", "SIGKILL"])
    func interruption(signal: String) async throws {
        try await PublishShop.with { shop in
            let command = try RunningCommand(
                try ZigguratBinary.url().path,
                ["publish", "out", shop.remote, "--", "--bwlimit", "2k", "--transfers", "1"],
                in: shop.folder.url, timeout: .seconds(300))
            let copying = " copy out \(shop.remote) "
            let runs = try await command.answer(within: .seconds(200)) { _ in
                PublishShop.processes(with: copying).isEmpty ? nil : true
            }
            #expect(runs == true)
            try command.send(signal: signal)
            let result = await command.wait()
            if signal != "SIGKILL" {
                #expect(result.status == 130)
                #expect(result.errors == "ziggurat: stopped on request\n")
            }
            #expect(PublishShop.processes(with: copying) == [])
            #expect(!FileManager.default.fileExists(atPath: shop.folder["there/index.html"].path))
        }
    }
}
