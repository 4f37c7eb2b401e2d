import Foundation
import TestSupport
import Testing
import ZigguratKit

/// `ziggurat-tiles.js` rejects invalid responses and damaged files.
@Suite struct ArchiveReplyTests {
    @Test("An invalid response causes an error with its reason")
    func answers() async throws {
        try await TemporaryFolder.with { folder in
            try await ArchiveScriptTests.publish(to: folder)
            try await WebServer.with(serving: folder["out"]) { server in
                try await Browser.with(width: 400, height: 300) { browser in
                    for reply in ArchiveReply.all {
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

    @Test("A damaged file causes an error with its reason")
    func files() async throws {
        try await TemporaryFolder.with { folder in
            try await ArchiveScriptTests.publish(to: folder, ["pmtiles", "szi"])
            try await WebServer.with(serving: folder["out"]) { server in
                try await Browser.with(width: 400, height: 300) { browser in
                    for damage in ArchiveDamage.all {
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
}
