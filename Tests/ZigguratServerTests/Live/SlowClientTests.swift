import Foundation
import TestSupport
import Testing
import ZigguratKit

@Suite struct SlowClientTests {
    /// Opens connections that request many tiles and read nothing. Prints the seconds in which
    /// another client gets ten tiles, and whether the server can be reached at another address.
    private static let script = """
        import socket, sys, time, urllib.request
        port, count = int(sys.argv[1]), int(sys.argv[2])
        request = b"GET /a/xyz/2/1/1.jpg HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"
        slow = []
        for _ in range(count):
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", port))
            client.sendall(request * 200)
            slow.append(client)
        time.sleep(0.3)
        begin = time.monotonic()
        for _ in range(10):
            address = f"http://127.0.0.1:{port}/a/xyz/2/1/1.jpg"
            assert urllib.request.urlopen(address, timeout=60).read().endswith(bytes([0xFF, 0xD9]))
        print("slow", time.monotonic() - begin)
        try:
            socket.create_connection(("127.0.0.2", port), 5)
            print("open")
        except ConnectionRefusedError:
            print("closed")
        """

    @Test func `Slow clients delay no others, and only this machine can connect`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["images"], withIntermediateDirectories: true)
            try await TestPicture(width: 900, height: 700).write(to: folder["images/a.png"])
            try await LiveServer.with(in: folder) { live in
                _ = try live.finish("a")
                let result = try await Judge.run(
                    script: Self.script, ["\(live.server.port)", "64"]
                ).orThrow().output.split(whereSeparator: \.isWhitespace)
                let seconds = try #require(Double(result[1]))
                #expect(seconds < 5 && result.last == "closed", "\(result)")
            }
        }
    }
}
