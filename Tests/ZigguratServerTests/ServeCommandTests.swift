import Foundation
import TestSupport
import Testing

/// The output and the exit status of `serve`.
@Suite struct ServeCommandTests {
    private func start(
        _ arguments: [String], in folder: TemporaryFolder
    ) async throws -> (command: RunningCommand, line: String) {
        let command = try RunningCommand(
            try ZigguratBinary.url().path, ["serve"] + arguments, in: folder.url)
        let line = try await command.answer {
            $0.hasSuffix("\n") && ($0.hasPrefix("http") || $0.hasSuffix("}\n")) ? $0 : nil
        }
        return (command, try #require(line, "\(command.errorsSoFar())"))
    }

    /// Starts a server with `--open`. A shell script with one line stands in for the desktop's
    /// `xdg-open`.
    private func startOpening(
        with line: String, by launcher: String = "env", in folder: TemporaryFolder
    ) async throws -> RunningCommand {
        try folder.write("page", to: "Output/index.html")
        try await folder.writeProgram("#!/bin/sh\n\(line)\n", to: "bin/xdg-open")
        return try RunningCommand(
            launcher, [try ZigguratBinary.url().path, "serve", "--port", "0", "--open"],
            environment: ["PATH": "\(folder["bin"].path):/usr/bin:/bin"], in: folder.url)
    }

    @Test(arguments: ["SIGINT", "SIGTERM"])
    func aSignalEndsIt(signal: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("page", to: "Output/index.html")
            let (command, line) = try await start(["--port", "0"], in: folder)
            let address = line.trimmingCharacters(in: .newlines)
            #expect(address.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+\//) != nil)
            #expect(try await Curl.get(address).text == "page")
            #expect(try await Curl.get(address + "a%20b").status == 404)
            try command.send(signal: signal)
            let result = await command.wait()
            #expect(result.status == 0)
            #expect(result.output == line)
            #expect(result.errors == "GET / 200 4\nGET /a%20b 404 14\n")
            #expect(try FolderListing.files(in: folder.url) == ["Output/index.html"])
            // The server no longer listens.
            let after = try await Shell.run("curl", ["-s", address])
            #expect(after.status == 7)
        }
    }

    /// A client is in the middle of a download.
    @Test("Open connections do not delay the end of the server")
    func openConnectionsDoNotKeepIt() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write(Data(count: 50_000_000), to: "Output/large.bin")
            let (command, line) = try await start(["--port", "0", "-q"], in: folder)
            let address = line.trimmingCharacters(in: .newlines)
            let reader = try RunningCommand(
                "curl",
                ["-s", "--limit-rate", "1000", "-o", "/dev/null", address + "large.bin", "-v"])
            _ = try await reader.answer { _ in
                reader.errorsSoFar().contains("HTTP/1.1 200") ? true : nil
            }
            try command.send(signal: "SIGINT")
            let result = await command.wait()
            #expect(result.status == 0 && result.errors == "")
            reader.stop()
        }
    }

    @Test("--json prints the address")
    func document() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("page", to: "public/index.html")
            let (command, text) = try await start(
                ["public", "--port=0", "--json", "-q"], in: folder)
            let document = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
            #expect(document.object?.keys.sorted() == ["address", "folder", "host", "port"])
            #expect(document["folder"] == "public" && document["host"] == "127.0.0.1")
            #expect(try await Curl.get(document["address"].string ?? "").text == "page")
            try command.send(signal: "SIGINT")
            #expect(await command.wait().errors == "")
        }
    }

    @Test(arguments: [
        (["nowhere"], 1, "nowhere: folder not found\nhint: name the folder of the exports"),
        (["file"], 1, "file: not a folder\nhint: name the folder of the file"),
    ])
    func complaints(arguments: [String], status: Int, complaint: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("x", to: "file")
            let result = try await Shell.run(
                try ZigguratBinary.url().path, ["serve"] + arguments, in: folder.url)
            #expect(result.status == status && result.output == "")
            #expect(result.errors == "ziggurat: \(complaint)\n")
        }
    }

    @Test("A port in use is rejected")
    func aPortInUse() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("page", to: "Output/index.html")
            let (command, line) = try await start(["--port", "0"], in: folder)
            let port = try #require(line.firstMatch(of: /:(\d+)\//)).output.1
            let second = try await Shell.run(
                try ZigguratBinary.url().path, ["serve", "--port", String(port)], in: folder.url)
            #expect(second.status == 1)
            #expect(
                second.errors.hasPrefix(
                    "ziggurat: 127.0.0.1, port \(port): address already in use\nhint: "))
            command.stop()
        }
    }

    /// A signal that nohup(1) ignores stays ignored in child processes. SIGPIPE has its default
    /// action in them.
    @Test(arguments: [("env", 0), ("nohup", 1 << (SIGHUP - 1))])
    func signalsThatAreOff(launcher: String, expected: Int32) async throws {
        try await TemporaryFolder.with { folder in
            let command = try await startOpening(
                with: "grep SigIgn: /proc/$$/status > off.part && mv off.part off",
                by: launcher, in: folder)
            let off = try await command.answer { _ in
                let line = try? String(contentsOf: folder["off"], encoding: .utf8)
                return line?.split(whereSeparator: \.isWhitespace).last.flatMap {
                    UInt64($0, radix: 16)
                }
            }
            let watched: UInt64 = 1 << (SIGHUP - 1) | 1 << (SIGPIPE - 1)
            #expect(off.map { $0 & watched } == UInt64(expected))
            command.stop()
        }
    }

    /// `--open` runs `xdg-open`, and reports if it is missing.
    @Test("--open opens the browser")
    func open() async throws {
        try await TemporaryFolder.with { folder in
            let command = try await startOpening(
                with: "echo \"$1\" > opened.part && mv opened.part opened", in: folder)
            let opened = try await command.answer { output in
                let address = try? String(contentsOf: folder["opened"], encoding: .utf8)
                return address == output && !output.isEmpty ? true : nil
            }
            #expect(opened == true)
            command.stop()
            _ = await command.wait()

            let without = try RunningCommand(
                "/usr/bin/env",
                ["PATH=/nowhere", try ZigguratBinary.url().path, "serve", "--port", "0", "--open"],
                in: folder.url)
            let note = try await without.answer { _ in
                let errors = without.errorsSoFar()
                return errors.hasSuffix("\n") ? errors : nil
            }
            #expect(
                note?.contains("xdg-open: program not found on PATH") == true,
                "\(note ?? "")")
            without.stop()
        }
    }
}
