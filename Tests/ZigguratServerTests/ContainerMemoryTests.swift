import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The server decompresses files of archives while it sends them, in limited memory.
@Suite struct ContainerMemoryTests {
    /// Writes an archive with a highly compressible file, an incompressible file and a small file.
    private static let archive = """
        import random, sys, zipfile
        with zipfile.ZipFile(sys.argv[1], "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("bomb.bin", bytes(int(sys.argv[2])))
            archive.writestr("noise.bin", random.Random(1).randbytes(300_000))
            archive.writestr("words.txt", "".join(f"{number} words\\n" for number in range(40_000)))
            archive.writestr("small.txt", "small")
        """

    /// Compares ranges of all files, then whole files, with the bytes that Python unpacks.
    private static let compare = """
        import sys, urllib.request, zipfile
        address, path = sys.argv[1:]
        archive = zipfile.ZipFile(path)
        def get(name, first=None, last=None):
            request = urllib.request.Request(address + name)
            if first is not None: request.add_header("Range", f"bytes={first}-{last}")
            return urllib.request.urlopen(request, timeout=1500).read()
        for name in archive.namelist():
            whole = archive.read(name)
            count = len(whole)
            for first, last in [(0, 0), (1, 2), (70_000, 70_100), (65_535, 200_000),
                                (count - 5, count - 1), (count // 2, count - 1)]:
                if first >= count or first < 0: continue
                if get(name, first, last) != whole[first:last + 1]: print("wrong", name, first)
            if get(name) != whole: print("wrong", name)
        print("compared", len(archive.namelist()))
        """

    @Test func `Ranges of compressed files have the right bytes`() async throws {
        try await TemporaryFolder.with { folder in
            let file = folder["site/x.zip"]
            try folder.write("", to: "site/other.txt")
            try await Shell.run("python3", ["-c", Self.archive, file.path, "30000000"]).orThrow()
            let server = try PreviewServer(of: folder["site"].path, port: 0)
            defer { server.stop() }
            for (path, expected) in [(file.path, "compared 4\n")] {
                let result = try await Shell.run(
                    "python3", ["-c", Self.compare, server.address + "x.zip/", path]
                ).orThrow()
                #expect(result.output == expected)
            }
            // The negative control: the comparison detects other bytes.
            try await Shell.run(
                "python3", ["-c", Self.archive, folder["other.zip"].path, "29999999"]
            )
            .orThrow()
            let other = try await Shell.run(
                "python3",
                ["-c", Self.compare, server.address + "x.zip/", folder["other.zip"].path]
            ).orThrow()
            #expect(other.output.contains("wrong bomb.bin"))
        }
    }

    @Test func `A damaged compressed file ends the connection before its last bytes`() async throws
    {
        try await TemporaryFolder.with { folder in
            let file = folder["site/x.zip"]
            try folder.write("", to: "site/other.txt")
            try await Shell.run("python3", ["-c", Self.archive, file.path, "1000"]).orThrow()
            let good = try Data(contentsOf: file)
            let server = try PreviewServer(of: folder["site"].path, port: 0)
            defer { server.stop() }
            // noise.bin follows bomb.bin and has stored blocks of Deflate.
            for (name, places) in [
                ("noise.bin", [1_000, 150_000, 299_000]), ("words.txt", [310_000, 330_000]),
            ] {
                for place in places {
                    var bytes = good
                    bytes[place] ^= 0x55
                    try folder.write(bytes, to: "site/x.zip")
                    let run = try await Shell.run(
                        "curl", ["-s", "-o", "/dev/null", server.address + "x.zip/\(name)"])
                    // curl exits with 18 after a partial file, and with 52 without a response.
                    #expect([18, 52].contains(run.status), "\(name), \(place)")
                }
            }
            try folder.write(good, to: "site/x.zip")
            #expect(try await Curl.get(server.address + "x.zip/noise.bin").body.count == 300_000)
        }
    }

    /// Opens connections that request a file and read nothing. Then prints the response to another
    /// client.
    private static let crowd = """
        import socket, sys, urllib.request
        port, count = int(sys.argv[1]), int(sys.argv[2])
        clients = []
        for _ in range(count):
            client = socket.create_connection(("127.0.0.1", port))
            client.sendall(b"GET /x.zip/bomb.bin HTTP/1.1\\r\\nHost: localhost\\r\\n\\r\\n")
            clients.append(client)
        # Each one is being answered.
        for client in clients: assert client.recv(1) == b"H"
        address = f"http://127.0.0.1:{port}/x.zip/small.txt"
        print(urllib.request.urlopen(address, timeout=1500).read().decode())
        """

    @Test func `Clients that read nothing take little memory`() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("", to: "site/other.txt")
            try await Shell.run(
                "python3", ["-c", Self.archive, folder["site/x.zip"].path, "200000000"]
            ).orThrow()
            try await ServeProgram.with(["site", "--quiet"], in: folder) { command, address in
                let port = try #require(address.firstMatch(of: /:(\d+)\//)).output.1
                let result = try await Shell.run(
                    "python3", ["-c", Self.crowd, String(port), "24"]
                ).orThrow()
                #expect(result.output == "small\n")
                try command.send(signal: "SIGINT")
                let end = await command.wait()
                #expect(end.status == 0)
                // The limit is below the size of a single copy of the file.
                #expect(end.peakMemory < 150_000_000)
            }
        }
    }
}
