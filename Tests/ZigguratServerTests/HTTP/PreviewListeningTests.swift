import Foundation
import Synchronization
import TestSupport
import Testing
import ZigguratKit

/// The addresses on which the server listens, and its log.
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
            #expect(inUse?.reason as? ServerError == .addressInUse)
            #expect(inUse?.subject == "127.0.0.1, port \(first.port)")
            #expect(error("192.0.2.7", 0)?.reason as? ServerError == .addressNotAvailable)
            let unknown = error("no such host", 0)
            #expect(unknown?.reason as? ServerError == .hostNotFound)
            #expect(unknown?.subject == "no such host" && unknown?.cause != nil)
            // The port is free again.
            first.stop()
            #expect(error("127.0.0.1", first.port) == nil)
        }
    }
}
