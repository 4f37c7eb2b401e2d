import Foundation
import TestSupport
import Testing
import ZigguratKit

@Suite struct SlowClientTests {
    /// Opens connections that request many tiles and read slowly. Prints the number of open
    /// connections after another client has received ten tiles, and whether the server can be
    /// reached at another address.
    private static let script = """
        import socket, sys, threading, time, urllib.request
        port, count = int(sys.argv[1]), int(sys.argv[2])
        request = b"GET /a/xyz/2/1/1.jpg HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n"
        slow, isDone = [], False
        for _ in range(count):
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", port))
            client.sendall(request * 200)
            slow.append(client)
        def read():
            while not isDone:
                for client in slow:
                    try: client.recv(500, socket.MSG_DONTWAIT)
                    except BlockingIOError: pass
                time.sleep(0.2)
        reader = threading.Thread(target=read, daemon=True)
        reader.start()
        for _ in range(10):
            address = f"http://127.0.0.1:{port}/a/xyz/2/1/1.jpg"
            assert urllib.request.urlopen(address, timeout=1500).read().endswith(bytes([0xFF, 0xD9]))
        established = 1
        print(sum(client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)[0] == established
            for client in slow))
        isDone = True
        reader.join()
        try:
            socket.create_connection(("127.0.0.2", port), 50)
            print("open")
        except ConnectionRefusedError:
            print("closed")
        """

    @Test func `Slow clients delay no others; only this machine can connect`() async throws {
        try await EitherServer.with(isLive: true) { server, _ in
            let result = try await Judge.run(script: Self.script, ["\(server.port)", "64"])
                .orThrow()
            #expect(result.output == "64\nclosed\n")
        }
    }
}
