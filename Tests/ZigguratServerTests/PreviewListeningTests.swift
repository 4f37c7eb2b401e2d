import Foundation
import Synchronization
import TestSupport
import Testing
import ZigguratKit

/// Where the server listens, and what it says of its answers.
@Suite struct PreviewListeningTests {
    @Test("The log has every answered request")
    func theLogTellsWhatWasAnswered() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("0123456789", to: "a b.txt")
            let lines = Mutex<[String]>([])
            let server = try PreviewServer(of: folder.path, port: 0) { entry in
                lines.withLock {
                    $0.append("\(entry.method) \(entry.target) \(entry.status) \(entry.bytes)")
                }
            }
            _ = try await Curl.get(server.address + "a%20b.txt?x", "-r", "0-3")
            _ = try await Curl.get(server.address + "a%20b.txt", "--head")
            _ = try await Curl.raw(
                "GET /\\xe4\\x1b[31m HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n",
                port: server.port)
            server.stop()
            server.stop()
            #expect(
                lines.withLock { $0 } == [
                    "GET /a%20b.txt?x 206 4", "HEAD /a%20b.txt 200 0", "GET /%E4%1B[31m 400 20",
                ])
        }
    }

    @Test("Idle connections are closed, so that they keep no visitor out")
    func idleConnections() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("x", to: "x.txt")
            let server = try PreviewServer(of: folder.path, port: 0)
            defer { server.stop() }
            // Prints how many of 450 silent connections are closed after an answer.
            let program = """
                import select, socket, sys, urllib.request
                port = int(sys.argv[1])
                idle = [socket.create_connection(("127.0.0.1", port)) for _ in range(450)]
                if sys.argv[2] == "answer":
                    answer = urllib.request.urlopen(f"http://127.0.0.1:{port}/x.txt", timeout=40)
                    assert answer.read() == b"x"
                print(len(select.select(idle, [], [], 0)[0]))
                """
            for (mode, closed) in [("wait", 0...0), ("answer", 1...450)] {
                let run = try await Shell.run(
                    "python3", ["-c", program, "\(server.port)", mode], in: folder.url
                ).orThrow()
                let count = Int(run.output.trimmingCharacters(in: .whitespacesAndNewlines))
                #expect(count.map(closed.contains) == true, "\(mode): \(run.output)")
            }
        }
    }

    @Test(arguments: ["127.0.0.1", "localhost", "0.0.0.0", "::1", "::"])
    func hosts(host: String) async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("x", to: "x.txt")
            let server = try PreviewServer(of: folder.path, host: host, port: 0)
            defer { server.stop() }
            #expect(try await Curl.get(server.address + "x.txt").text == "x")
        }
    }

    @Test("Addresses that cannot be used are rejected")
    func whereNobodyCanListen() async throws {
        try await TemporaryFolder.with { folder in
            let first = try PreviewServer(of: folder.path, port: 0)
            defer { first.stop() }
            func error(_ host: String, _ port: Int) -> ZigguratError? {
                do throws(ZigguratError) {
                    try PreviewServer(of: folder.path, host: host, port: port).stop()
                    return nil
                } catch {
                    return error
                }
            }
            let inUse = error("127.0.0.1", first.port)
            #expect(inUse?.reason as? ServerFailure == .addressInUse)
            #expect(inUse?.subject == "127.0.0.1, port \(first.port)")
            #expect(error("192.0.2.7", 0)?.reason as? ServerFailure == .addressNotAvailable)
            let unknown = error("no such host", 0)
            #expect(unknown?.reason as? ServerFailure == .hostNotFound)
            #expect(unknown?.subject == "no such host" && unknown?.cause != nil)
            // The port is free again.
            first.stop()
            #expect(error("127.0.0.1", first.port) == nil)
        }
    }
}
