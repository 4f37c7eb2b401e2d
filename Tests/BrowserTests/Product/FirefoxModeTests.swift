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
        if (!location.pathname.includes('/pager')) return null;
        const { viewer, config } = window.ziggurat;
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

    /// A page, and what it shows; a part of a complaint that there has to be.
    struct Case: Sendable {
        var page: URL
        var readiness: JSONValue = "ready"
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
        for page in [folder.url, server.url("")] {
            cases.append(
                Case(
                    page: page.appending(path: "out/photo/xyz/index.html"), heading: "Mine",
                    motto: "Mine", colour: "rgb(0, 0, 255)"))
        }
        // A template without what the scripts need.
        try Publication.replace(
            "id=\"viewer\"", by: "id=\"mine\"", in: folder["look/page.html"])
        try await PageModeTests.export(
            to: folder["bare"], .openseadragon, .bundle, title: "Mine",
            templates: try PageTemplates(folder: folder["look"].path))
        cases.append(
            Case(
                page: server.url("bare/photo/xyz/index.html"), readiness: "the scripts did not run",
                heading: "Mine", seen: "caption,controls", motto: "Mine", colour: "rgb(0, 0, 255)",
                complaint: "console"))
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
                let pages = cases.map {
                    Firefox.Page(
                        $0.page, width: 800, height: 600,
                        steps: [.script(PageVisit.readiness), .script(Self.look), .look(Self.turn)])
                }
                let visits = try await Firefox.visit(pages)
                #expect(visits.count == cases.count)
                for (wanted, visit) in zip(cases, visits) {
                    let place = Comment(rawValue: "\(wanted.page): \(visit.complaints)")
                    let look: JSONValue = [
                        wanted.ran, .string(wanted.heading), .string(wanted.seen), wanted.motto,
                        .string(wanted.colour),
                    ]
                    #expect(visit.values == [wanted.readiness, look, wanted.turned], place)
                    if let complaint = wanted.complaint {
                        #expect(visit.complaints.contains { $0.contains(complaint) }, place)
                    } else {
                        #expect(visit.complaints == [], place)
                    }
                }
            }
        }
    }

    /// Goes to the page of somebody else with what the embed button gives, or with what is given.
    static func embed(in host: URL, _ snippet: String? = nil) -> String {
        """
        document.getElementById('embed').click();
        const snippet = \(snippet ?? "document.getElementById('embedding-code').value");
        window.isLeaving = true;
        location.href = '\(host.absoluteString)#' + encodeURIComponent(snippet);
        """
    }

    /// What an embedded page has apart from the picture, or that there is none.
    static let embedded = """
        return [...document.querySelectorAll('#caption, #controls, #viewer')]
          .filter((part) => part.getClientRects().length > 0).map((part) => part.id).join();
        """

    /// In a page of somebody else, on another server and on the disk; without what makes it one for
    /// embedding it has its caption, and where it does not exist, that is seen.
    @Test func pagesCanBeEmbedded() async throws {
        try await TemporaryFolder.with { folder in
            try await PageModeTests.export(
                to: folder["out"], .openseadragon, .bundle, title: "A \"<b>title")
            try await PageModeTests.export(to: folder["leaflet"], .leaflet, .bundle, title: "A")
            let host = try folder.write(
                """
                <!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
                <script>document.write(decodeURIComponent(location.hash.slice(1)))</script>
                """, to: "host.html")
            try await WebServer.with(serving: folder.url) { server in
                try await WebServer.with(serving: folder.url) { other in
                    let served = other.url("host.html")
                    let path = "photo/xyz/index.html"
                    let whole = "`<iframe src=\"${location.href}\"></iframe>`"
                    let absent = "`<iframe src=\"${location.href}.html\"></iframe>`"
                    let cases: [(page: URL, leave: String, ready: JSONValue, seen: JSONValue)] = [
                        (server.url("out/\(path)"), Self.embed(in: served), "ready", "viewer"),
                        (folder["out/\(path)"], Self.embed(in: host), "ready", "viewer"),
                        (server.url("leaflet/\(path)"), Self.embed(in: served), "ready", "viewer"),
                        (
                            server.url("out/\(path)"), Self.embed(in: served, whole), "ready",
                            "viewer,caption,controls"
                        ),
                        (
                            server.url("out/\(path)"), Self.embed(in: served, absent),
                            "the scripts did not run", ""
                        ),
                    ]
                    let visits = try await Firefox.visit(
                        cases.map {
                            Firefox.Page(
                                $0.page, width: 800, height: 600,
                                steps: [
                                    .script(PageVisit.readiness), .script($0.leave),
                                    .inFrame(PageVisit.readiness), .inFrame(Self.embedded),
                                    .look("return location.pathname"),
                                ])
                        })
                    for (wanted, visit) in zip(cases, visits) {
                        let path = wanted.page.isFileURL ? host.path : "/host.html"
                        let place = Comment(rawValue: "\(wanted.page): \(visit.complaints)")
                        #expect(
                            visit.values == [
                                "ready", .null, wanted.ready, wanted.seen, .string(path),
                            ], place)
                        #expect(visit.complaints.isEmpty == (wanted.ready == "ready"), place)
                        Keepsake.keep(visit.screenshots[0], as: "firefox-embed-\(wanted.seen)")
                    }
                }
            }
        }
    }
}
