import Foundation
import TestSupport
import Testing

/// A command runs to its end, or it is stopped together with its child processes.
@Suite struct CommandTests {
    @Test func outputStatusAndMemoryAreReported() async throws {
        let result = try await Shell.run(
            "sh", ["-c", "echo out; echo problem >&2; exit $STATUS"], environment: ["STATUS": "3"])
        #expect(result.status == 3)
        #expect(result.output == "out\n")
        #expect(result.errors == "problem\n")
        #expect(result.signal == nil && !result.timedOut)
        #expect(throws: CommandError.self) { try result.orThrow() }
    }

    /// The operations of `vips` that tests run are run by a server, which gives the same result.
    @Test(arguments: [
        ["avg", "a.png"], ["linear", "a.png", "b.v", "2", "1"],
        ["linear", "a.png", "b.v", "-1", "0"],
        ["arrayjoin", "a.png a.png", "b.v", "--across", "2"],
        ["crop", "a.png", "b.v", "0", "0", "9", "9"],
        ["crop", "missing.png", "b.v", "0", "0", "9", "9"], ["no_operation"],
    ])
    func vipsServerGivesTheResultOfTheCommand(operation: [String]) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 31, height: 17).write(to: folder["a.png"])
            let expected = try await RunningCommand("vips", operation, in: folder.url).wait()
            let file = try? Data(contentsOf: folder["b.v"])
            try? FileManager.default.removeItem(at: folder["b.v"])
            let found = try await Shell.run("vips", operation, in: folder.url)
            #expect(found.status == expected.status)
            // Only the command, which runs after a failure of the server, reports its memory.
            #expect((found.peakMemory == 0) == (expected.status == 0))
            #expect(found.output == expected.output && found.errors == expected.errors)
            let samples = (try? Data(contentsOf: folder["b.v"]))?.dropFirst(64).prefix(900)
            #expect(samples == file?.dropFirst(64).prefix(900))
        }
    }

    @Test(arguments: [50, 150])
    func peakMemoryIsThatOfTheCommand(megabytes: Int) async throws {
        let result = try await Shell.run(
            "python3", ["-c", "bytearray(b'x' * (\(megabytes) << 20))[0]"])
        #expect(result.status == 0)
        // The upper limit allows for Python itself and for a second copy of the bytes.
        #expect((megabytes << 20...(megabytes * 2 + 30) << 20).contains(result.peakMemory))
    }

    @Test func whatTakesTooLongIsEndedWithItsChildren() async throws {
        try await TemporaryFolder.with { folder in
            // On a busy machine, the child may need longer to start.
            var (limit, number) = (Duration.milliseconds(500), "")
            while number.isEmpty {
                let result = try await Shell.run(
                    "sh", ["-c", "setsid sleep 987 & echo $! > child; sleep 986"], in: folder.url,
                    timeout: limit)
                #expect(result.timedOut && result.status == nil)
                let child = try? String(contentsOf: folder["child"], encoding: .utf8)
                number = child?.trimmingCharacters(in: .newlines) ?? ""
                limit *= 4
            }
            #expect(!FileManager.default.fileExists(atPath: "/proc/\(number)"))
        }
    }

    @Test func signalsReachTheCommand() async throws {
        let command = try RunningCommand(
            "sh",
            ["-c", "trap 'echo caught; exit 130' INT; echo ready; while :; do sleep 0.1; done"])
        let ready = try await command.answer {
            $0.contains("ready") ? true : nil
        }
        #expect(ready == true)
        try command.send(signal: "SIGINT")
        let result = await command.wait()
        #expect(result.status == 130)
        #expect(result.output == "ready\ncaught\n")
    }

    @Test func waitingForAnAnswerEndsWithTheCommand() async throws {
        let command = try RunningCommand("sh", ["-c", "echo first; echo last"])
        #expect(
            try await command.answer { $0.contains("x") ? 1 : nil } == nil)
        #expect(
            try await command.answer { $0.contains("last") ? 1 : nil } == 1)
    }

    @Test func cancellingATestEndsItsCommand() async throws {
        let waiting = Task { try await Shell.run("sleep", ["985"]) }
        waiting.cancel()
        let result = try await waiting.value
        #expect(result.status == nil && !result.timedOut)
    }

    @Test func missingProgramNamesTheRemedy() async throws {
        let error = await #expect(throws: MissingPrerequisite.self) {
            try await Shell.run("no-such-program")
        }
        #expect(error?.description.contains("no-such-program") == true)
        #expect(error?.description.contains("Scripts/bootstrap") == true)
    }

    @Test func zigguratIsBuiltBesideTheTests() throws {
        #expect(FileManager.default.isExecutableFile(atPath: try ZigguratBinary.url().path))
    }

    @Test func temporaryFolderGoesAwayEvenAfterAnError() async throws {
        struct Expected: Error {}
        let noted = Noted()
        await #expect(throws: Expected.self) {
            try await TemporaryFolder.with { folder in
                await noted.note(folder.path)
                try folder.write("x", to: "b/.hidden")
                try folder.write("x", to: "a ä.txt")
                #expect(try folder.files() == ["a ä.txt", "b/.hidden"])
                #expect(try folder.files(under: "b") == [".hidden"])
                throw Expected()
            }
        }
        let path = await noted.text
        #expect(!path.isEmpty && !FileManager.default.fileExists(atPath: path))
    }

    actor Noted {
        private(set) var text = ""
        func note(_ text: String) { self.text = text }
    }
}
