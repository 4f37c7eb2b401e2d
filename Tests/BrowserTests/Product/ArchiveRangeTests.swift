import Foundation
import TestSupport
import Testing
import ZigguratKit

/// `ziggurat-tiles.js` reads small and large files by range requests.
@Suite struct ArchiveRangeTests {
    @Test("ZIP files with 65,535 entries and more are read")
    func entries() async throws {
        try await TemporaryFolder.with { folder in
            try await ArchiveScriptTests.publish(to: folder)
            try await Shell.run(
                "python3",
                [
                    "-I", "-c",
                    """
                    import sys, zipfile
                    for count in sys.argv[2:]:
                        with zipfile.ZipFile(f"{sys.argv[1]}/{count}.zip", "w") as file:
                            for index in range(int(count)):
                                file.writestr(f"{index}.txt", str(index))
                    """, folder["out"].path, "65535", "65536",
                ]
            ).orThrow()
            try await WebServer.with(serving: folder["out"], ranges: true) { server in
                try await Browser.with(width: 400, height: 300) { browser in
                    for count in [65_535, 65_536] {
                        try await browser.open(server.url("page.html"))
                        let facts = try await browser.run(
                            """
                            return (async () => {
                              const archive = await ZigguratTiles.open('\(count).zip');
                              const read = async (path) => (await archive.file(path))?.text();
                              return [await read('0.txt'), await read('\(count - 1).txt'),
                                await archive.file('none.txt')];
                            })();
                            """)
                        #expect(facts == ["0", .string("\(count - 1)"), .null])
                    }
                }
            }
        }
    }

    @Test("A part of more than 256 MiB is not read")
    func largePart() async throws {
        try await TemporaryFolder.with { folder in
            try await ArchiveScriptTests.publish(to: folder)
            try await Shell.run(
                "python3",
                [
                    "-I", "-c",
                    """
                    import struct, sys
                    source, result = sys.argv[1:]
                    data = bytearray(open(source, "rb").read())
                    data[8:24] = struct.pack("<QQ", len(data), 300_000_000)
                    with open(result, "wb") as file:
                        file.write(data)
                        file.truncate(len(data) + 300_000_000)
                    """, folder["out/leaflet/photo/photo.pmtiles"].path,
                    folder["out/large.pmtiles"].path,
                ]
            ).orThrow()
            try await WebServer.with(serving: folder["out"], ranges: true) { server in
                try await Browser.with(width: 400, height: 300) { browser in
                    try await browser.open(server.url("page.html"))
                    let reason = try await browser.run(
                        "return ZigguratTiles.open('large.pmtiles').catch(({ reason }) => reason)")
                    #expect(reason == "unsupported")
                    let parts = try server.requests().filter { $0.path == "/large.pmtiles" }
                    #expect(parts.count == 1)
                }
            }
        }
    }

    @Test("A request is aborted when no tile needs its remaining bytes")
    func aborted() async throws {
        try await TemporaryFolder.with { folder in
            try await ArchiveScriptTests.publish(to: folder)
            try await WebServer.with(serving: folder["out"], ranges: true) { server in
                try await Browser.with(width: 400, height: 300) { browser in
                    try await browser.open(server.url("page.html"))
                    let facts = try await browser.run(
                        """
                        return (async () => {
                          const { reader } = await ZigguratTiles.open('leaflet/photo/photo.pmtiles');
                          let request;
                          window.fetch = async (url, { signal }) => {
                            request = signal;
                            return new Response(new ReadableStream({ start(stream) {
                              stream.enqueue(new Uint8Array(50));
                              signal.addEventListener('abort', () => stream.error(signal.reason));
                            } }), { status: 206 });
                          };
                          const [second, third] = [new AbortController(), new AbortController()];
                          const name = (part) => part.catch((error) => error.name);
                          const parts = [reader.read(20000, 20050),
                            name(reader.read(20050, 20500, second.signal)),
                            name(reader.read(20400, 20500, third.signal))];
                          const facts = [(await parts[0]).length];
                          second.abort();
                          facts.push(await parts[1], request.aborted);
                          third.abort();
                          facts.push(await parts[2], request.aborted);
                          return facts;
                        })();
                        """)
                    #expect(facts == [50, "AbortError", false, "AbortError", true])
                }
            }
        }
    }

    @Test("A replaced file is detected, even if the cache has parts of the old file")
    func replaced() async throws {
        try await TemporaryFolder.with { folder in
            try await ArchiveScriptTests.publish(to: folder)
            let file = folder["out/photo.pmtiles"]
            let old = try Data(contentsOf: folder["out/leaflet/photo/photo.pmtiles"])
            /// Replaces the file. Because of its age, browsers cache its parts for days.
            func write(_ filler: UInt8, age: Double) throws {
                var data = old
                data[(data.count - 20_000)...] = Data(repeating: filler, count: 20_000)
                try data.write(to: file)
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -age * 86_400)],
                    ofItemAtPath: file.path)
            }
            /// Returns the last byte of a tile and the number of requests, or a reason.
            let read = """
                const { reader } = window.archive;
                const before = reader.requests;
                return reader.read(reader.size - 9, reader.size).then(
                  (bytes) => [bytes[8], reader.requests - before], ({ reason }) => [reason]);
                """
            let open = "window.archive = await ZigguratTiles.open('photo.pmtiles')"
            try await WebServer.with(serving: folder["out"], ranges: true, plain: true) { server in
                try await Browser.with(width: 400, height: 300) { browser in
                    func facts(_ script: String, _ browser: Browser) async throws -> JSONValue {
                        try await browser.run(script)
                    }
                    func reopen() async throws {
                        try await browser.open(server.url("page.html"))
                        try await browser.run("return (async () => { \(open) })()")
                    }
                    try write(1, age: 100)
                    try await reopen()
                    #expect(try await facts(read, browser) == [1, 1])
                    // The browser's cache has parts of the old file from an earlier visit.
                    try write(2, age: 90)
                    try await reopen()
                    #expect(try await facts(read, browser)[0] == 2)
                    // The file is replaced during a visit.
                    try await reopen()
                    try write(3, age: 80)
                    let later = read.replacingOccurrences(of: "- 9", with: "- 10000")
                    #expect(try await facts(later, browser) == ["changed"])
                    #expect(try await facts(read, browser) == ["changed"])
                }
            }
        }
    }
}
