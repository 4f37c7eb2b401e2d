import Foundation
import TestSupport
import Testing

/// In Firefox, the gallery shows thumbnails, finds images and opens them, and each fault of a
/// destination is detected.
@Suite struct FirefoxGalleryTests {
    /// Counts the thumbnails, searches for “ecole” and opens the first result.
    static let find = """
        const until = async (fits) => {
          while (!fits()) await \(Frames.pass(1));
        };
        const titles = () => [...document.querySelectorAll('#entries b')]
          .map((title) => title.textContent).join();
        return (async () => {
          const images = [...document.images];
          await until(() => images.every(({ complete }) => complete));
          const find = document.getElementById('find');
          find.value = 'ecole';
          find.dispatchEvent(new Event('input'));
          await until(() => ['', 'École d’été'].includes(titles()));
          const found = titles();
          const thumbnail = document.querySelector('#entries .open img');
          window.isLeaving = thumbnail !== null;
          thumbnail?.click();
          return [images.filter(({ naturalWidth }) => naturalWidth > 0).length, found];
        })();
        """

    /// The name of the shown image.
    static let name = "return window.ziggurat?.config.name ?? null"

    /// A fault of a destination, the result that it changes, and a part of the complaint.
    struct Fault: Sendable {
        let name: String
        let values: [JSONValue]
        let complaint: String?
        let damage: @Sendable (_ destination: URL) throws -> Void
    }

    static let faults = [
        Fault(
            name: "a thumbnail is missing", values: [[2, "École d’été"], "ready", "ecole"],
            complaint: "tower/thumbnail.jpg"
        ) {
            try FileManager.default.removeItem(at: $0.appending(path: "tower/thumbnail.jpg"))
        },
        Fault(
            name: "a page is missing",
            values: [[3, "École d’été"], "the scripts did not run", .null],
            complaint: "ecole/dzi/index.html"
        ) {
            try FileManager.default.removeItem(at: $0.appending(path: "ecole/dzi/index.html"))
        },
        Fault(
            name: "the list is empty", values: [[0, ""], "the scripts did not run", .null],
            complaint: nil
        ) {
            let page = $0.appending(path: "index.html")
            let text = try String(contentsOf: page, encoding: .utf8)
            try Data(text.replacing(/<li .*<\/li>/, with: "").utf8).write(to: page)
        },
    ]

    @Test func galleryFindsAndOpensPictures() async throws {
        try await TemporaryFolder.with { folder in
            let start = folder["good"]
            try await TemporaryFolder.with { made in
                try await GalleryTests.export(to: made)
                try FileManager.default.copyItem(at: made.url, to: start)
            }
            for fault in Self.faults {
                try FileManager.default.copyItem(at: start, to: folder[fault.name])
                try fault.damage(folder[fault.name])
            }
            try await WebServer.with(serving: folder.url) { server in
                let visits = GalleryVisit.table
                let pages = visits.map { visit in
                    let isOnDisk = visit.setting.origin == .disk
                    let page = isOnDisk ? folder["good/index.html"] : server.url("good/index.html")
                    return Self.page(page, visit)
                }
                let damaged = Self.faults.map {
                    Firefox.Page(
                        server.url("\($0.name)/"), width: 900, height: 700,
                        steps: [
                            .script(Self.find), .script(PageVisit.readiness), .script(Self.name),
                        ])
                }
                let dead = Self.deadPage(server.url("good/index.html"))
                let results = try await Firefox.visit(pages + [dead] + damaged)
                try #require(results.count == pages.count + 1 + damaged.count)
                var seen: [GalleryVisit.Setting] = []
                let screens = try await PixelPicture.read(
                    zip(visits, results).map { visit, result in
                        try folder.write(result.screenshots[0], to: "\(visit.setting).png")
                    })
                for (index, visit) in visits.enumerated() {
                    if let setting = try check(visit, results[index], screens[index]) {
                        seen.append(setting)
                    }
                }
                #expect(GalleryVisit.missing(from: seen) == [])
                #expect(
                    GalleryVisit.missing(from: Array(seen.dropLast()))
                        == seen.suffix(1).map(\.description))
                #expect(results[pages.count].values.suffix(4) == [false, .null, true, .null])
                for (fault, visit) in zip(Self.faults, results.suffix(damaged.count)) {
                    let place = Comment(rawValue: "\(fault.name): \(visit.complaints)")
                    #expect(visit.values == fault.values, place)
                    if let complaint = fault.complaint {
                        #expect(visit.complaints.contains { $0.contains(complaint) }, place)
                    }
                }
            }
        }
    }

    /// Looks at the gallery, scrolls it, searches it and opens an image.
    private static func page(_ url: URL, _ visit: GalleryVisit) -> Firefox.Page {
        let screen = visit.setting.screen
        let find = Firefox.Step.script(
            GalleryVisit.find(GalleryVisit.picture(visit.name)?.title ?? ""))
        let opening: [Firefox.Step] =
            screen == .phone
            ? [
                .script(listen), .touch([[GalleryVisit.push]]), .script(isFree), find,
                card(leaves: true),
            ] : [find, .script("window.isLeaving = true; \(visit.target).click();")]
        return Firefox.Page(
            url, width: screen.rawValue, height: screen.height,
            scale: Double(visit.setting.ratio),
            steps: [.look(GalleryVisit.look)] + opening
                + [.script(PageVisit.readiness), .script(GalleryVisit.arrival)])
    }

    private static let listen = """
        window.moves = [];
        window.addEventListener('touchmove', (event) => moves.push(event.defaultPrevented));
        """

    /// Whether a finger can scroll the page. Firefox's protocol can touch, tap and drag, but not
    /// scroll.
    private static let isFree = """
        const { scrollHeight, clientHeight } = document.documentElement;
        let isFree = scrollHeight > clientHeight + 100 && moves.length > 0 && !moves.includes(true);
        let element = document.elementFromPoint(\(GalleryVisit.push.from[0]), \(GalleryVisit.push.from[1]));
        for (; element; element = element.parentElement) {
          isFree &&= getComputedStyle(element).touchAction === 'auto';
        }
        return isFree;
        """

    private static func card(leaves: Bool) -> Firefox.Step {
        .tap(x: GalleryVisit.card.x, y: GalleryVisit.card.y, leaves: leaves)
    }

    /// The control: a page that fingers cannot scroll, with no card to tap.
    private static func deadPage(_ url: URL) -> Firefox.Page {
        let rule = "document.styleSheets[0].insertRule('html { touch-action: none }');"
        return Firefox.Page(
            url, width: 360, height: 640,
            steps: [
                .script(rule + TouchTests.cover + listen), .touch([[GalleryVisit.push]]),
                .script(isFree), card(leaves: false),
                .script("return \(Frames.pass(20))"),
                .script(GalleryVisit.arrival),
            ])
    }

    /// Checks the result of a visit. Returns the setting that the page reported.
    private func check(
        _ visit: GalleryVisit, _ result: Firefox.Visit, _ screen: PixelPicture
    ) throws -> GalleryVisit.Setting? {
        let place = Comment(rawValue: "\(visit.setting): \(result.values)")
        #expect(result.complaints == [], place)
        let look = try #require(result.values.first)
        #expect(GalleryVisit.setting(look) == visit.setting, place)
        #expect(look["fits"] == true && look["loaded"] == 3, place)
        Screenshots.save(result.screenshots[0], as: "firefox-gallery-\(visit.setting)")
        let cards = look["cards"].array ?? []
        #expect(cards.count >= 1, place)
        let shown = GalleryVisit.shown(look, on: screen)
        #expect(shown == cards.compactMap { $0["title"].string }, place)
        if visit.setting.screen == .phone {
            #expect(result.values[3] == true, place)
        }
        let found = result.values[visit.setting.screen == .phone ? 4 : 1]
        #expect(found.array == [.string(GalleryVisit.picture(visit.name)?.title ?? "")], place)
        #expect(
            result.values.suffix(2) == ["ready", .string("\(visit.name) \(visit.layout)")], place)
        return GalleryVisit.setting(look)
    }
}
