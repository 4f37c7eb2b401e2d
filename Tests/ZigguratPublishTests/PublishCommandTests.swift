import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The output and the exit status of `publish`.
@Suite struct PublishCommandTests {
    @Test("The results are printed")
    func whatItPrints() async throws {
        try await PublishShop.with { shop in
            let first = try await shop.publish(["out", shop.remote])
            #expect(first.status == 0 && first.errors == "")
            let line =
                /out → :local:.*there: \d+ files uploaded \([\d.]+ [kM]B\), 0 unchanged in .*\n/
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
                dry.output.contains(" files to upload (") && dry.output.contains(", 0 to delete, "))
            let events = try await shop.publish(
                ["out", ":local:\(shop.folder.path)/new", "--progress", "json"])
            let event = try #require(events.errors.split(separator: "\n").last)
            let progress = try JSONDecoder().decode(JSONValue.self, from: Data(event.utf8))
            #expect(progress["event"] == "progress" && progress["fileCount"].integer ?? 0 > 20)
        }
    }

    @Test(arguments: [
        (
            "out nowhere:x", 1, "nowhere:x: remote not found in rclone's configuration",
            "create it: rclone config; list all: rclone listremotes"
        ),
        (
            "out :nope:x", 1, ":nope:x: unknown kind of remote",
            "list all kinds: rclone help backends"
        ),
        (
            "out me@host:x", 2, "me@host:x: invalid remote: rclone does not accept a user name",
            "create a remote of the type sftp: rclone config"
        ),
        (
            "out there", 2, "there: invalid remote",
            "write NAME:PATH, or :local:/PATH for a local folder"
        ),
        (
            "nix :local:/x", 1, "nix: folder not found",
            "name the output folder, or an export in it"
        ),
        (
            "photo.jpg :local:/x", 1, "photo.jpg: folder not found",
            "name the output folder, or an export in it"
        ),
        (
            "empty :local:/x", 1, "empty: no export found in the folder",
            "name an output folder, an export in it, or one of its layouts"
        ),
    ])
    func failures(line: String, status: Int, problem: String, hint: String) async throws {
        try await PublishShop.with { shop in
            try shop.folder.write("x", to: "empty/x.txt")
            let config = try shop.folder.write("", to: "rclone.conf")
            let result = try await shop.publish(
                line.split(separator: " ").map(String.init),
                config: config)
            #expect(result.status == status && result.output == "")
            #expect(result.errors == "ziggurat: \(problem)\nhint: \(hint)\n")
        }
    }

    @Test("rclone must be present and new enough")
    func withoutRclone() async throws {
        try await PublishShop.with { shop in
            let missing = try await shop.publish(
                ["out", shop.remote], path: "/nowhere")
            #expect(missing.status == 1)
            #expect(missing.errors.hasPrefix("ziggurat: rclone: program not found on PATH\nhint: "))
            for (script, problem) in [
                ("echo 'rclone v1.53.3'", "version 1.53.3 is too old; 1.60 is required"),
                ("echo hello", "unknown version"),
                ("exit 7", "unknown version"),
            ] {
                let fake = try await shop.fakeRclone(script)
                let old = try await shop.publish(
                    ["out", shop.remote], path: "\(fake.path):/usr/bin:/bin")
                #expect(old.status == 1)
                #expect(
                    old.errors.hasPrefix("ziggurat: \(fake.path)/rclone: \(problem)\nhint: "))
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

    @Test("Each failed file has a line, and later stages are skipped")
    func aRemoteThatFails() async throws {
        try await PublishShop.with { shop in
            // A file blocks the path of a tile folder.
            try shop.folder.write("in the way", to: "there/photo/dzi/photo_files")
            let result = try await shop.publish(["out", shop.remote, "--", "--retries", "1"])
            #expect(result.status == 1 && result.output == "")
            let lines = result.errors.split(separator: "\n")
            #expect(lines.count > 3)
            for line in lines.dropLast(2) {
                #expect(line.hasPrefix("ziggurat: photo/dzi/photo_files/"), "\(line)")
                #expect(line.contains(": cannot upload ("))
            }
            let last = try #require(lines.suffix(2).first)
            #expect(
                last.hasPrefix(
                    "ziggurat: \(shop.remote): rclone failed with status 1 at the tiles; later files "
                        + "skipped ("))
            let files = try FolderListing.files(in: shop.there)
            #expect(files.allSatisfy { !$0.hasSuffix(".html") && !$0.hasSuffix(".dzi") })
            let document = try await shop.publish(
                ["out", shop.remote, "--json", "--", "--retries", "1"])
            #expect(document.status == 1)
            let json = try JSONDecoder().decode(JSONValue.self, from: document.standardOutput)
            #expect(json["errors"].array?.count == lines.count - 1 && json["result"] == .null)
            #expect(json["errors"][0]["code"] == "publishingFailed")
            // The negative control: without the blocking file, the command succeeds.
            try FileManager.default.removeItem(at: shop.folder["there/photo/dzi/photo_files"])
            try await shop.publish(["out", shop.remote]).orThrow()
            #expect(try await PublishShop.differences(shop.output, shop.there) == "")
        }
    }

    /// After Ctrl-C, rclone is stopped even if it ignores the signal, and later stages are not
    /// sent.
    @Test(arguments: ["SIGINT", "SIGTERM", "SIGKILL"])
    func interruption(signal: String) async throws {
        try await PublishShop.with { shop in
            let command = try RunningCommand(
                try ZigguratBinary.url().path,
                ["publish", "out", shop.remote, "--", "--bwlimit", "2k", "--transfers", "1"],
                in: shop.folder.url)
            let copying = " copy out \(shop.remote) "
            let runs = try await command.answer { _ in
                PublishShop.processes(with: copying).isEmpty ? nil : true
            }
            #expect(runs == true)
            try command.send(signal: signal)
            let result = await command.wait()
            if signal != "SIGKILL" {
                #expect(result.status == 130)
                #expect(result.errors == "ziggurat: cancelled\n")
            }
            #expect(PublishShop.processes(with: copying) == [])
            #expect(!FileManager.default.fileExists(atPath: shop.folder["there/index.html"].path))
        }
    }
}
