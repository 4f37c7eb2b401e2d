import Foundation
import TestSupport
import Testing
import ZigguratKit

/// A server survives damaged and hostile containers.
@Suite struct HostileContainerTests {
    /// The archive has names that lead out of it, duplicate names, and names that no address can
    /// have.
    @Test("Names that lead out of the archive are not served")
    func hostileNames() async throws {
        try await TemporaryFolder.with { folder in
            try folder.write("SECRET", to: "secret.txt")
            try await ContainerSample.zip(
                [
                    "../secret.txt": "out", "/etc/passwd": "root", "a\\..\\b": "x", ".hidden": "h",
                    "a/../../b.txt": "b", "<b>&\"'.txt": "odd", "ä ‘?’ #%.txt": "fine",
                    "sub/./x.txt": "x", "same.txt": "first",
                ], to: folder["site/x.zip"])
            let server = try PreviewServer(
                of: folder["site"].path, port: 0)
            defer { server.stop() }
            let root = server.address + "x.zip/"
            let list = try await Curl.get(root).text
            #expect(list.contains("&lt;b&gt;&amp;&quot;&#39;.txt</a>") && !list.contains("<b>"))
            #expect(!list.contains("hidden") && !list.contains(#""./..""#))
            #expect(!list.contains(#"href=".//"#) && !list.contains(#""./../"#))
            for path in [
                "../secret.txt", "%2e%2e/secret.txt", "%2e%2e%2fsecret.txt", "/etc/passwd", "//",
                "%2fetc%2fpasswd", ".hidden", "a/%2e%2e/%2e%2e/b.txt", "sub/./x.txt", "..%5csecret",
            ] {
                let answer = try await Curl.get(root + path)
                #expect([400, 404].contains(answer.status), "\(path)")
                #expect(!answer.text.contains("SECRET"), "\(path)")
            }
            let odd = try await Curl.get(
                root + "%C3%A4%20%E2%80%98%3F%E2%80%99%20%23%25.txt")
            #expect(odd.text == "fine")
            #expect(try await Curl.get(root + "same.txt").text == "first")
            // A link out of the folder is not followed, even if its name ends like an archive.
            try await ContainerSample.zip(["a.txt": "inside"], to: folder["out.zip"])
            try FileManager.default.createSymbolicLink(
                atPath: folder["site/link.zip"].path, withDestinationPath: "../out.zip")
            #expect(try await Curl.get(server.address + "link.zip/a.txt").status == 403)
            try FileManager.default.createSymbolicLink(
                atPath: folder["site/inner.zip"].path, withDestinationPath: "x.zip")
            #expect(try await Curl.get(server.address + "inner.zip/same.txt").text == "first")
        }
    }

    @Test("A damaged container causes one line in the log, and the server continues")
    func damagedFiles() async throws {
        try await ContainerSample.withExports { server, folder in
            let good = [
                "zip/zip-dzi.zip", "szi/szi.szi", "pmtiles/pmtiles.pmtiles",
                "mbtiles/mbtiles.mbtiles",
            ]
            for path in good {
                let bytes = try Data(contentsOf: folder["site/\(path)"])
                let ending = try #require(path.split(separator: ".").last)
                for (index, broken) in [
                    Data(), Data("nothing".utf8), bytes.prefix(20), bytes.prefix(bytes.count / 2),
                    bytes.prefix(200) + Data(repeating: 0xFF, count: 4000),
                ].enumerated() {
                    try folder.write(Data(broken), to: "site/broken/\(index).\(ending)")
                    let answer = try await Curl.get(server.address + "broken/\(index).\(ending)/")
                    #expect(answer.status == 500, "\(path), \(index)")
                    #expect(answer.text.hasPrefix("500 cannot open \(index).\(ending); hint: "))
                    #expect(answer.text.split(separator: "\n").count == 1)
                    #expect(!answer.text.contains("/proc/"))
                }
                // Changes single bytes. Each request must get a response.
                for step in 0..<40 {
                    var broken = bytes
                    let place = step < 20 ? step * 7 : bytes.count - 1 - (step - 20) * 5
                    broken[min(max(place, 0), bytes.count - 1)] ^= 0xFF
                    try folder.write(broken, to: "site/broken/byte.\(ending)")
                    let answer = try await Curl.get(server.address + "broken/byte.\(ending)/")
                    #expect([200, 302, 404, 500].contains(answer.status), "\(path), \(place)")
                }
            }
            // An archive without entries is valid.
            try await ContainerSample.zip([:], to: folder["site/empty.zip"])
            #expect(try await Curl.get(server.address + "empty.zip/").status == 200)
            #expect(try await Curl.get(server.address + "empty.zip/x").status == 404)
            for path in good {
                let answer = try await Curl.get(server.address + path + "/", "-L")
                #expect(answer.status == 200 || answer.status == 302)
            }
        }
    }

    /// Lengths and offsets near 2⁶³ must not overflow and end the process.
    @Test("A PMTiles file with a hostile directory does not end the server")
    func hostileDirectory() async throws {
        try await ContainerSample.withExports { server, folder in
            let script = """
                import gzip, struct, sys
                data = bytearray(open(sys.argv[1], "rb").read())
                start, count = struct.unpack_from("<QQ", data, 24)
                metadata = gzip.decompress(data[start:start + count])
                def number(value):
                    bytes = b""
                    while value > 127:
                        bytes, value = bytes + struct.pack("B", value & 127 | 128), value >> 7
                    return bytes + struct.pack("B", value)
                most = 2 ** 63 - 1
                for index, (run, length, offset) in enumerate(
                    [(1, most, 1), (1, 1, most), (1, most, most), (most, 1, 1), (0, most, most)]):
                    root = b"".join(map(number, [1, 0, run, length, offset]))
                    file = bytearray(data)
                    struct.pack_into("<QQQQ", file, 8, len(file), len(root),
                        len(file) + len(root), len(metadata))
                    file[97] = 1
                    with open(f"{sys.argv[2]}/hostile{index}.pmtiles", "wb") as out:
                        out.write(file + root + metadata)
                """
            let good = folder["site/pmtiles/pmtiles.pmtiles"].path
            try await Shell.run("python3", ["-I", "-c", script, good, folder["site"].path])
                .orThrow()
            for index in 0..<5 {
                for path in ["", "0/0/0.jpg", "2/1/1.jpg"] {
                    let address = "\(server.address)hostile\(index).pmtiles/\(path)"
                    let status = try await Curl.get(address).status
                    #expect([200, 404, 500].contains(status), "\(address)")
                }
            }
            let answer = try await Curl.get("\(server.address)pmtiles/pmtiles.pmtiles/")
            #expect(answer.status == 200)
        }
    }
}
