import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The page of a book shows its pages in order, and its sections.
@Suite struct BookPageTests {
    private static func export(to folder: TemporaryFolder) async throws {
        for name in ["1", "2", "3"] {
            try await TestPicture(width: 300, height: 200).write(
                to: folder["album/\(name).png"])
        }
        let list = try folder.write(
            "file,title,label,section\nalbum,The album,,\n1,,i,Front\n2,,ii,Part > A\n3,,iii,Part > B\n",
            to: "list.csv")
        var exporter = Exporter(destination: folder["Output"].path, layouts: [Formats.iiif3])
        exporter.records = try ImageRecords(list.path)
        let batch = ExportBatch([folder["album"].path], exporter: exporter, books: .all)
        #expect(batch.run { _ in })
    }

    /// The shown book, page, position and section.
    private static func state(
        at name: String, _ browser: Browser
    ) async throws -> [String] {
        _ = try await PagerTests.arrive(at: name, browser)
        let answer = try await browser.run(
            """
            const contents = document.getElementById('contents');
            return [document.querySelector('h1').textContent,
              document.getElementById('book').textContent,
              document.getElementById('count').textContent,
              contents.hidden ? '' : contents.selectedOptions[0].textContent.trim()];
            """)
        return (answer.array ?? []).map { $0.string ?? "" }
    }

    @Test func `A book has a pager and a table of contents`() async throws {
        try await TemporaryFolder.with { folder in
            try FileManager.default.createDirectory(
                at: folder["album"], withIntermediateDirectories: true)
            try await Self.export(to: folder)
            let output = folder["Output"]
            try await WebServer.with(serving: output) { server in
                try await Browser.with(width: 800, height: 600) { browser in
                    try await browser.open(server.url(""))
                    let cards = try await browser.run(
                        """
                        return [...document.querySelectorAll('a.open')]
                          .map((card) => card.getAttribute('href'));
                        """)
                    #expect(cards.array?.map(\.string) == ["album/index.html"])
                    for root in [output, server.url("")] {
                        try await browser.open(root.appending(path: "album/index.html"))
                        let state = try await Self.state(at: "1", browser)
                        #expect(state == ["The album", "i", "1 / 3", "Front"])
                        #expect(
                            try await browser.run(
                                "return document.getElementById('gallery').href")
                                == .string(root.appending(path: "index.html").absoluteString))
                        try await browser.run(
                            "document.querySelector('[data-action=\"next\"]').click()")
                        #expect(
                            try await Self.state(at: "2", browser) == [
                                "The album", "ii", "2 / 3", "A",
                            ])
                        try await browser.run(
                            """
                            const contents = document.getElementById('contents');
                            contents.selectedIndex = 3;
                            contents.dispatchEvent(new Event('change'));
                            """)
                        #expect(
                            try await Self.state(at: "3", browser) == [
                                "The album", "iii", "3 / 3", "B",
                            ])
                        // The page of one image of the book knows the other pages.
                        try await browser.open(root.appending(path: "album/2/iiif3/index.html"))
                        #expect(
                            try await Self.state(at: "2", browser) == [
                                "The album", "ii", "2 / 3", "A",
                            ])
                    }
                    try await browser.expectNoComplaint()
                }
            }
        }
    }
}
