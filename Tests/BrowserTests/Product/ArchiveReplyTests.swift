import Foundation
import TestSupport
import Testing
import ZigguratKit

/// `ziggurat-tiles.js` with invalid responses and damaged files.
@Suite struct ArchiveReplyTests {
    /// The response of a server, and the result in the page: tiles, or the reason of an error.
    struct Reply: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Changes `answer` (`status`, `headers`, `body`), the response to request `count` (from 1)
        /// with `start`, `end` and `cache` mode; `bytes` has the file.
        let script: String
        /// `tiles`, or the reason of the error.
        let result: String
        /// The number of requests for the first tile; two more tiles are read after it.
        var requests: ClosedRange<Int> = 1...2
    }

    static let replies = [
        Reply(testDescription: "right", script: "", result: "tiles", requests: 3...3),
        Reply(testDescription: "whole file", script: "answer.status = 200", result: "ranges"),
        Reply(
            testDescription: "another part",
            script: "answer.headers['Content-Range'] = `bytes 9-${end + 8}/${bytes.length}`",
            result: "ranges"),
        Reply(
            testDescription: "compressed", script: "answer.headers['Content-Encoding'] = 'gzip'",
            result: "ranges"),
        Reply(
            testDescription: "beyond the end",
            script: "answer.status = 416; answer.body = null", result: "truncated"),
        Reply(
            testDescription: "missing", script: "answer.status = 404", result: "missing"),
        Reply(
            testDescription: "denied", script: "answer.status = 403", result: "denied"),
        Reply(
            testDescription: "server error", script: "answer.status = 503", result: "network"),
        Reply(
            testDescription: "incomplete", script: "answer.body = answer.body.slice(1)",
            result: "network"),
        Reply(
            testDescription: "too long",
            script: "answer.body = bytes.slice(start, end + 500)", result: "tiles",
            requests: 3...3),
        Reply(
            testDescription: "unknown size",
            script: "answer.headers['Content-Range'] = `bytes ${start}-${end - 1}/*`",
            result: "tiles", requests: 3...3),
        Reply(
            testDescription: "hidden headers", script: "answer.headers = {}", result: "tiles",
            requests: 3...3),
        Reply(
            testDescription: "hidden headers, and the tiles are shorter",
            script: """
                answer.body = count > 1 ? answer.body.slice(1) : answer.body;
                answer.headers = { 'Content-Length': answer.body.length };
                """, result: "truncated"),
        Reply(
            testDescription: "hidden headers, and the tiles are empty",
            script: "answer.headers = {}; answer.body = count > 1 ? '' : answer.body",
            result: "network"),
        Reply(
            testDescription: "weak version at first",
            script: "answer.headers.ETag = count === 1 ? 'W/\"a\"' : '\"a\"'", result: "tiles",
            requests: 3...3),
        Reply(
            testDescription: "another version",
            script: "answer.headers.ETag = count === 1 ? 'a' : 'b'", result: "changed",
            requests: 3...3),
        Reply(
            testDescription: "another time stamp",
            script: "answer.headers['Last-Modified'] = count === 1 ? 'a' : 'b'",
            result: "changed", requests: 3...3),
        Reply(
            testDescription: "another size",
            script: """
                if (count > 1) { answer.headers['Content-Range']
                  = `bytes ${start}-${end - 1}/${bytes.length + 1}` }
                """, result: "changed", requests: 3...3),
        Reply(
            testDescription: "older version in the cache",
            script: "answer.headers.ETag = cache === 'default' ? 'old' : 'new'",
            result: "tiles", requests: 5...5),
    ]

    @Test("Invalid responses give a reason")
    func answers() async throws {
        try await TemporaryFolder.with { folder in
            try await ArchiveScriptTests.publish(to: folder)
            try await WebServer.with(serving: folder["out"]) { server in
                try await Browser.with(width: 400, height: 300) { browser in
                    for reply in Self.replies {
                        try await browser.open(server.url("page.html"))
                        let facts = try await browser.run(
                            """
                            return (async () => {
                              const address = 'leaflet/photo/photo.pmtiles';
                              const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
                              const known = await ZigguratTiles.open(new File([bytes], 'photo.pmtiles'));
                              const wanted = [await known.tile(3, 0, 0), await known.tile(3, 3, 3)];
                              let count = 0;
                              window.fetch = async (url, { headers, cache, signal }) => {
                                count += 1;
                                const [first, last] = headers.Range.match(/\\d+/g).map(Number);
                                const [start, end] = [first, Math.min(last + 1, bytes.length)];
                                const answer = {
                                  status: 206, body: bytes.slice(start, end),
                                  headers: {
                                    'Content-Range': `bytes ${start}-${end - 1}/${bytes.length}`,
                                  },
                                };
                                \(reply.script);
                                const { status, body } = answer;
                                return new Response(body, { status, headers: answer.headers });
                              };
                              try {
                                const archive = await ZigguratTiles.open(address);
                                const tiles = [await archive.tile(3, 0, 0), await archive.tile(3, 3, 3)];
                                const texts = await Promise.all([...tiles, ...wanted].map(
                                  async (tile) => String(new Uint8Array(await tile.arrayBuffer()))));
                                return [texts[0] === texts[2] && texts[1] === texts[3] ? 'tiles'
                                  : 'other bytes', count];
                              } catch (error) {
                                return [error.reason ?? String(error), count];
                              }
                            })();
                            """)
                        #expect(facts[0].string == reply.result, "\(reply)")
                        let count = facts[1].integer ?? 0
                        #expect(reply.requests.contains(count), "\(reply): \(facts)")
                    }
                }
            }
        }
    }

    /// Damage to a file, and the reason of the error.
    struct Damage: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let file: String
        /// Changes `bytes` and `view`, both of the file; `gzip(bytes)` is a function.
        let script: String
        let reason: String
    }

    /// Returns a script that appends a root directory to a PMTiles file.
    private static func root(_ directory: String) -> String {
        """
        const root = await gzip(\(directory));
        const whole = new Uint8Array(bytes.length + root.length);
        whole.set(bytes);
        whole.set(root, bytes.length);
        new DataView(whole.buffer).setBigUint64(8, BigInt(bytes.length), true);
        new DataView(whole.buffer).setBigUint64(16, BigInt(root.length), true);
        bytes = whole;
        """
    }

    static let damages = [
        Damage(
            testDescription: "no damage", file: "photo.pmtiles", script: "", reason: "tile"),
        Damage(
            testDescription: "root beyond the end", file: "photo.pmtiles",
            script: "view.setBigUint64(16, 1n << 50n, true)", reason: "truncated"),
        Damage(
            testDescription: "half a file", file: "photo.pmtiles",
            script: "bytes = bytes.slice(0, bytes.length / 2)", reason: "truncated"),
        Damage(
            testDescription: "half a header", file: "photo.pmtiles",
            script: "bytes = bytes.slice(0, 60)", reason: "unsupported"),
        Damage(
            testDescription: "version 2", file: "photo.pmtiles", script: "bytes[7] = 2",
            reason: "unsupported"),
        Damage(
            testDescription: "Brotli", file: "photo.pmtiles", script: "bytes[97] = 3",
            reason: "unsupported"),
        Damage(
            testDescription: "zoom 255", file: "photo.pmtiles", script: "bytes[101] = 255",
            reason: "damaged"),
        Damage(
            testDescription: "directory of 100 MB after decompression", file: "photo.pmtiles",
            script: root("new Uint8Array(1e8)"), reason: "damaged"),
        Damage(
            testDescription: "more entries than bytes", file: "photo.pmtiles",
            script: root("new Uint8Array([255, 255, 255, 255, 15, 1, 1, 1])"), reason: "damaged"),
        Damage(
            testDescription: "number without an end", file: "photo.pmtiles",
            script: root("new Uint8Array(40).fill(255)"), reason: "damaged"),
        Damage(
            testDescription: "tile beyond the end", file: "photo.pmtiles",
            script: root("new Uint8Array([1, 0, 127, 255, 255, 255, 127, 1])"),
            reason: "damaged"),
        Damage(testDescription: "no damage", file: "photo.szi", script: "", reason: "tile"),
        Damage(
            testDescription: "half a file", file: "photo.szi",
            script: "bytes = bytes.slice(0, bytes.length / 2)", reason: "truncated"),
        Damage(
            testDescription: "directory beyond the end", file: "photo.szi",
            script: "view.setUint32(end + 12, 0xFFFFFFF0, true)", reason: "damaged"),
        Damage(
            testDescription: "damaged entry", file: "photo.szi",
            script:
                "bytes[view.getUint32(end + 16, true) + view.getUint32(end + 12, true) / 2] = 0;"
                + "bytes.fill(0, view.getUint32(end + 16, true) + 500, end - 500)",
            reason: "damaged"),
        Damage(
            testDescription: "name beyond the directory", file: "photo.szi",
            script: """
                let last = view.getUint32(end + 16, true);
                for (let next = last; next < end;) {
                  last = next;
                  next += 46 + view.getUint16(next + 28, true) + view.getUint16(next + 30, true);
                }
                view.setUint16(last + 28, 0xFFFF, true)
                """, reason: "damaged"),
        Damage(
            testDescription: "entries at one offset", file: "photo.szi",
            script: """
                for (let next = view.getUint32(end + 16, true); next < end;) {
                  view.setUint32(next + 42, 0, true);
                  next += 46 + view.getUint16(next + 28, true) + view.getUint16(next + 30, true);
                }
                """, reason: "damaged"),
    ]

    @Test("Damaged files give a reason")
    func files() async throws {
        try await TemporaryFolder.with { folder in
            try await ArchiveScriptTests.publish(to: folder, ["pmtiles", "szi"])
            try await WebServer.with(serving: folder["out"]) { server in
                try await Browser.with(width: 400, height: 300) { browser in
                    for damage in Self.damages {
                        try await browser.open(server.url("page.html"))
                        let fact = try await browser.run(
                            """
                            return (async () => {
                              const answer = await fetch('leaflet/photo/\(damage.file)');
                              let bytes = new Uint8Array(await answer.arrayBuffer());
                              const view = new DataView(bytes.buffer);
                              const end = bytes.length - 22;
                              const gzip = async (plain) => new Uint8Array(await new Response(
                                new Blob([plain]).stream()
                                  .pipeThrough(new CompressionStream('gzip'))).arrayBuffer());
                              \(damage.script);
                              try {
                                const archive = await ZigguratTiles.open(new File([bytes], 'photo'));
                                return await archive.tile(3, 0, 0) ? 'tile' : 'no tile';
                              } catch (error) {
                                return error.reason ?? String(error);
                              }
                            })();
                            """)
                        #expect(fact.string == damage.reason, "\(damage)")
                    }
                }
            }
        }
    }

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

    @Test("A request ends when no tile needs the rest of it")
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
            /// Replaces the file; browsers keep its parts for days.
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
                    // In a new visit, the browser's cache has a part of the old file.
                    try write(2, age: 90)
                    try await reopen()
                    #expect(try await facts(read, browser)[0] == 2)
                    // During a visit.
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
