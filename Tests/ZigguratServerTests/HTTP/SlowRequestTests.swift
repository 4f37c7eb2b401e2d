import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Both servers limit connections without complete requests.
@Suite struct SlowRequestTests {
    /// Opens connections and sends single bytes until the server closes them. Prints the end of
    /// each connection.
    private static let dawdlers = """
        import socket, sys, threading, time
        port, path = int(sys.argv[1]), sys.argv[2]
        whole = f"GET /{path} HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n".encode()
        head = f"GET /{path} HTTP/1.1\\r\\nHost: localhost\\r\\n".encode()
        kinds = {
            "silent": (b"", b""),
            "line": (b"", b"GET /" + b"x" * 1000),
            "head": (head, b"X-Long: " + b"x" * 1000),
            "body": (head + b"Content-Length: 1000\\r\\n\\r\\n", b"x" * 1000),
            "kept": (whole, b""),
            "second": (whole, head + b"X-Long: " + b"x" * 1000),
        }
        ended = {}
        def isOpen(client):
            try:
                while True:
                    if not client.recv(1 << 20, socket.MSG_DONTWAIT): return False
            except BlockingIOError: return True
            except ConnectionError: return False
        def dawdle(kind):
            start, rest = kinds[kind]
            client = socket.create_connection(("127.0.0.1", port))
            client.sendall(start)
            for index in range(1500):
                time.sleep(0.1)
                if not isOpen(client): return ended.setdefault(kind, "closed")
                try: client.sendall(rest[index // 2:index // 2 + 1])
                except ConnectionError: return ended.setdefault(kind, "closed")
            ended[kind] = "open"
        threads = [threading.Thread(target=dawdle, args=(kind,), daemon=True) for kind in kinds]
        for thread in threads: thread.start()
        # This one sends whole requests all the time.
        busy = socket.create_connection(("127.0.0.1", port))
        while len(ended) < len(kinds):
            busy.sendall(whole)
            time.sleep(0.1)
            if not isOpen(busy): break
        print(*(f"{kind} {ended.get(kind)}" for kind in kinds), sep=", ")
        print("busy", "open" if isOpen(busy) else "closed")
        """

    @Test(arguments: [false, true])
    func `A connection without a complete request is closed after ten seconds`(
        isLive: Bool
    ) async throws {
        try await EitherServer.with(isLive: isLive) { server, path in
            let result = try await Judge.run(script: Self.dawdlers, ["\(server.port)", path])
                .orThrow()
            #expect(
                result.output == """
                    silent closed, line closed, head closed, body closed, kept closed, second closed
                    busy open

                    """)
        }
    }

    /// Keeps more slow connections open than the server allows, and replaces connections that the
    /// server closes. Prints the number of responses to another client, which connects again if its
    /// connection is lost.
    private static let crowd = """
        import select, socket, sys, threading, time, urllib.request
        port, path, kind = int(sys.argv[1]), sys.argv[2], sys.argv[3]
        request = f"GET /{path} HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n".encode()
        crowd, isDone = {}, False
        def connect():
            client = socket.socket()
            client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connect(("127.0.0.1", port))
            if kind == "answer": client.sendall(request * 100)
            crowd[client] = 0
        for _ in range(450): connect()
        def dawdle():
            while not isDone:
                for client in list(crowd):
                    try:
                        if kind == "head": client.sendall(b"G")
                        else: crowd[client] += len(client.recv(100, socket.MSG_DONTWAIT))
                        info = client.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 1)
                        isLost = info[0] != 1
                    except BlockingIOError: isLost = False
                    except OSError: isLost = True
                    if isLost:
                        del crowd[client]
                        client.close()
                        connect()
                time.sleep(0.3)
        thread = threading.Thread(target=dawdle, daemon=True)
        thread.start()
        answers = 0
        for _ in range(5):
            address = f"http://127.0.0.1:{port}/{path}"
            # On a busy machine, the crowd may replace all connections before the visitor's is served.
            for attempt in range(50):
                try:
                    answers += urllib.request.urlopen(address, timeout=1500).status == 200
                    break
                except OSError as error:
                    if hasattr(error, "code"): raise
        isDone = True
        thread.join()
        print(answers, len(crowd))
        """

    @Test(arguments: [false, true], ["head", "answer"])
    func `Many slow clients do not keep out a visitor`(isLive: Bool, kind: String) async throws {
        try await EitherServer.with(isLive: isLive) { server, path in
            let result = try await Judge.run(
                script: Self.crowd, ["\(server.port)", path, kind]
            ).orThrow()
            #expect(result.output == "5 450\n")
        }
    }

    /// Opens connections from an address of this machine that is not a loopback address, until a
    /// visitor of this address gets a response. Prints the number of open connections.
    private static let neighbour = """
        import socket, sys, time, urllib.request
        port, count = int(sys.argv[1]), int(sys.argv[2])
        probe = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        try: probe.connect(("192.0.2.1", 9))
        except OSError: sys.exit(print("no address"))
        address = probe.getsockname()[0]
        if address.startswith("127."): sys.exit(print("no address"))
        clients = [socket.create_connection((address, port)) for _ in range(count)]
        def isOpen(client):
            try: return bool(client.recv(1, socket.MSG_DONTWAIT))
            except BlockingIOError: return True
            except OSError: return False
        # The first connections are kept; the others are refused.
        first = sum(map(isOpen, clients))
        while sum(map(isOpen, clients[3:])): time.sleep(0.02)
        kept = sum(map(isOpen, clients))
        while True:
            try:
                urllib.request.urlopen(f"http://{address}:{port}/", timeout=1500).read()
                break
            except OSError: time.sleep(0.05)
        print(kept <= 3, sum(map(isOpen, clients)) < 3)
        """

    @Test func `A client of another machine has a limited number of connections`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("x", to: "index.html")
            let server = try PreviewServer(
                of: folder.path, host: "0.0.0.0", port: 0, clientConnections: 3)
            defer { server.stop() }
            let result = try await Judge.run(script: Self.neighbour, ["\(server.port)", "12"])
                .orThrow()
            #expect(["True True\n", "no address\n"].contains(result.output))
        }
    }
}
