import Foundation
import TestSupport
import Testing
import ZigguratKit

/// In Firefox, all in one: hostile metadata in every kind of page, embedding, templates of one's own
/// and the pager, each with something wrong beside it.
@Suite struct FirefoxModeTests {
    /// What ran, the heading, what is seen apart from the picture, the motto and the colour.
    static let look = """
        const text = (selector) => document.querySelector(selector)?.textContent ?? null;
        return [window.hacked ?? null, text('h1'),
          [...document.querySelectorAll('#caption, #controls, #viewer')]
            .filter((part) => part.getClientRects().length > 0).map((part) => part.id).join(),
          text('#motto'), getComputedStyle(document.body).backgroundColor];
        """

    /// Turns to the next picture, where there is one; what is shown then.
    static let turn = """
        const { viewer, config } = window.ziggurat;
        if (!location.pathname.includes('/pager')) return null;
        const until = async (fits) => {
          for (let turn = 0; turn < 200 && !fits(); turn += 1) {
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        };
        return (async () => {
          const next = document.querySelector('[data-action=next]');
          await until(() => !document.getElementById('pager').hidden && !next.disabled);
          const count = document.getElementById('count');
          const before = count.textContent;
          next.click();
          await until(() => window.ziggurat.config.name !== config.name
            && viewer.world.getItemAt(0)?.getFullyLoaded() && count.textContent !== before);
          return [window.ziggurat.config.name, count.textContent,
            location.hash].join();
        })();
        """

    /// A page, and what it shows; parts of complaints that there have to be.
    struct Case: Sendable {
        var page: URL
        var ran: JSONValue = .null
        var heading = PageModeTests.hostile
        var seen = "viewer,caption,controls"
        var motto: JSONValue = .null
        var colour = "rgb(243, 242, 239)"
        var turned: JSONValue = .null
        var complaint: String?
    }

    static func cases(in folder: TemporaryFolder, _ server: WebServer) async throws -> [Case] {
        var cases: [Case] = []
        for mode in PageModeTests.modes {
            try await PageModeTests.export(
                to: folder[mode.name], mode.viewer, mode.assets, title: PageModeTests.hostile)
            let path = "\(mode.name)/photo/xyz/index.html"
            cases += [Case(page: folder[path]), Case(page: server.url(path))]
        }
        for viewer in ["beside", "leaflet"] {
            let path = "\(viewer)/photo/xyz/index.html"
            cases += [folder[path], server.url(path)].map {
                Case(
                    page: $0.appending(queryItems: [.init(name: "embed", value: "1")]),
                    seen: "viewer")
            }
        }
        // What a page does not allow is stopped, and said; without the policy it would run.
        for (name, ran) in [("stopped", JSONValue.null), ("open", 3)] {
            try FileManager.default.copyItem(at: folder["one file/photo/xyz"], to: folder[name])
            let page = folder["\(name)/index.html"]
            try Publication.replace(
                "</body>", by: "<script>window.hacked = 3</script></body>", in: page)
            cases.append(
                Case(
                    page: page, ran: ran, complaint: ran == .null ? "Content-Security-Policy" : nil)
            )
        }
        try Publication.replace(
            "http-equiv=\"Content-Security-Policy\"", by: "name=\"policy\"",
            in: folder["open/index.html"])
        try await PageModeTests.exportWithOwnLook(to: folder)
        cases.append(
            Case(
                page: server.url("out/photo/xyz/index.html"), heading: "Mine", motto: "Mine",
                colour: "rgb(0, 0, 255)"))
        try await publishPictures(to: folder)
        for page in [folder.url, server.url("")] {
            cases.append(
                Case(
                    page: page.appending(path: "pager/a/dzi/index.html"), heading: "a",
                    turned: "b,2 / 2,#page=2"))
        }
        cases.append(
            Case(
                page: server.url("pager alone/a/dzi/index.html"), heading: "a", turned: "a,,",
                complaint: "pictures.js"))
        return cases
    }

    /// Two pictures, and the same without the list of them.
    private static func publishPictures(to folder: TemporaryFolder) async throws {
        for name in ["a", "b"] {
            try await TestPicture(width: 700, height: 500).write(to: folder["\(name).png"])
        }
        try await Publication.export(
            ["a", "b"].map { folder["\($0).png"] }, to: folder["pager"], options: ExportOptions())
        try FileManager.default.copyItem(at: folder["pager"], to: folder["pager alone"])
        try FileManager.default.removeItem(at: folder["pager alone/pictures.js"])
    }

    @Test func pagesDoAsTheyShould() async throws {
        try await TemporaryFolder.with { folder in
            try await WebServer.with(serving: folder.url) { server in
                let cases = try await Self.cases(in: folder, server)
                let visits = try await Firefox.visit(
                    cases.map(\.page), width: 800, height: 600,
                    scripts: [PageVisit.readiness, Self.look, Self.turn])
                #expect(visits.count == cases.count)
                for (wanted, visit) in zip(cases, visits) {
                    let place = Comment(rawValue: "\(wanted.page): \(visit.complaints)")
                    let look: JSONValue = [
                        wanted.ran, .string(wanted.heading), .string(wanted.seen), wanted.motto,
                        .string(wanted.colour),
                    ]
                    #expect(visit.values == ["ready", look, wanted.turned], place)
                    if let complaint = wanted.complaint {
                        #expect(visit.complaints.contains { $0.contains(complaint) }, place)
                    } else {
                        #expect(visit.complaints == [], place)
                    }
                }
            }
        }
    }
}
