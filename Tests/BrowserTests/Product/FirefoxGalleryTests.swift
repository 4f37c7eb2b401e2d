import Foundation
import TestSupport
import Testing

/// In Firefox, all in one: the gallery shows thumbnails, finds pictures and opens them; and where
/// something is wrong with it, that is seen.
@Suite struct FirefoxGalleryTests {
    /// How many thumbnails there are, and what is found of “ecole”; then follows the first one.
    static let find = """
        const until = async (fits) => {
          for (let turn = 0; turn < 200 && !fits(); turn += 1) {
            await new Promise((resolve) => setTimeout(resolve, 20));
          }
        };
        const titles = () => [...document.querySelectorAll('#entries b')]
          .map((title) => title.textContent).join();
        return (async () => {
          const images = [...document.images];
          await until(() => images.every(({ complete }) => complete));
          const find = document.getElementById('find');
          find.value = 'ecole';
          find.dispatchEvent(new Event('input'));
          await until(() => titles() === 'École d’été');
          const found = titles();
          const thumbnail = document.querySelector('#entries .open img');
          window.isLeaving = thumbnail !== null;
          thumbnail?.click();
          return [images.filter(({ naturalWidth }) => naturalWidth > 0).length, found];
        })();
        """

    /// The picture that is shown.
    static let name = "return window.ziggurat?.config.name ?? null"

    static let good: [JSONValue] = [[3, "École d’été"], "ready", "ecole"]

    /// Something wrong with a destination, what is seen then, and a part of a complaint.
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
            try Data(text.replacing(/<li>.*<\/li>/, with: "").utf8).write(to: page)
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
                let pages =
                    [folder["good/index.html"], server.url("good/")]
                    + Self.faults.map { server.url("\($0.name)/") }
                let visits = try await Firefox.visit(
                    pages, width: 900, height: 700,
                    scripts: [Self.find, PageVisit.readiness, Self.name])
                #expect(visits.count == pages.count)
                for (page, visit) in zip(pages, visits.prefix(2)) {
                    #expect(visit.values == Self.good, "\(page)")
                    #expect(visit.complaints == [], "\(page)")
                    Keepsake.keep(visit.screenshots[1], as: "firefox-gallery")
                }
                for (fault, visit) in zip(Self.faults, visits.dropFirst(2)) {
                    let place = Comment(rawValue: "\(fault.name): \(visit.complaints)")
                    #expect(fault.values != Self.good || fault.complaint != nil, place)
                    #expect(visit.values == fault.values, place)
                    if let complaint = fault.complaint {
                        #expect(visit.complaints.contains { $0.contains(complaint) }, place)
                    }
                }
            }
        }
    }
}
