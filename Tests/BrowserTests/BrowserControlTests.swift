import Foundation
import TestSupport
import Testing

/// The browser harness reports each fault of a page, and reports nothing for a page without faults.
@Suite struct BrowserControlTests {
    static let goodPage = """
        <!doctype html><meta charset="utf-8"><title>Good</title>
        <link rel="icon" href="data:,"><body style="margin:0;background:#336699">
        <img src="dot.svg" width="10" height="10"></body>
        """
    static let dot = """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>
        """

    /// Opens each page from a server and from disk, in one browser, and returns both reports.
    ///
    /// - Parameter complaint: returns the expected complaint for the page with a number.
    func reports(
        on pages: [String],
        until complaint: (_ page: Int, _ isServed: Bool) -> String? = { _, _ in nil }
    ) async throws -> [(served: PageReport, fromDisk: PageReport)] {
        try await TemporaryFolder.with { folder in
            try folder.write(Self.dot, to: "dot.svg")
            for (index, page) in pages.enumerated() { try folder.write(page, to: "\(index).html") }
            return try await WebServer.with(serving: folder.url) { server in
                try await Browser.with { browser in
                    var reports: [(PageReport, PageReport)] = []
                    for index in pages.indices {
                        let served = try await report(
                            on: server.url("\(index).html"), in: browser,
                            until: complaint(index, true))
                        let fromDisk = try await report(
                            on: folder["\(index).html"], in: browser,
                            until: complaint(index, false))
                        reports.append((served, fromDisk))
                    }
                    return reports
                }
            }
        }
    }

    /// Returns the browser's report on a page, after the expected complaint has arrived.
    func report(
        on page: URL, in browser: Browser, until complaint: String?
    ) async throws -> PageReport {
        try await browser.open(page)
        try await browser.pass(frames: 12)
        var report = try await browser.report()
        guard let complaint else { return report }
        try await Patience.wait {
            if report.complaints.contains(where: { $0.contains(complaint) }) { return true }
            report.add(try await browser.report())
            return false
        }
        return report
    }

    @Test func goodPageIsNotComplainedAbout() async throws {
        let reports = try #require(try await reports(on: [Self.goodPage]).first)
        for report in [reports.served, reports.fromDisk] {
            #expect(report.complaints == [])
            #expect(report.requests.map(\.kind).contains("Document"))
            #expect(report.requests.contains { $0.url.hasSuffix("/dot.svg") })
        }
    }

    /// Faults in the body of a page, and a part of the expected complaint.
    static let wrongs = [
        ("<script>console.log('hello there')</script>", "hello there"),
        ("<script>console.error('oh dear')</script>", "oh dear"),
        ("<script>throw new Error('out of luck')</script>", "out of luck"),
        ("<script>Promise.reject(new Error('no promise'))</script>", "no promise"),
        ("<img src='absent.png'>", "failed: "),
        ("<img src='absent.png'>", "absent.png"),
        ("<script src='absent.js'></script>", "absent.js"),
        ("<img src='http://example.org/far.png'>", "not local: http://example.org/far.png"),
        ("<img src='http://192.0.2.7/far.png'>", "not local: http://192.0.2.7/far.png"),
        (
            """
            <meta http-equiv="Content-Security-Policy" content="img-src 'none'">
            <img src="dot.svg">
            """, "Content Security Policy"
        ),
    ]

    @Test func badPagesAreComplainedAbout() async throws {
        let pages = Self.wrongs.map {
            "<!doctype html><link rel='icon' href='data:,'><body>\($0.0)</body>"
        }
        for ((html, complaint), reports) in zip(
            Self.wrongs, try await reports(on: pages) { page, _ in Self.wrongs[page].1 })
        {
            for report in [reports.served, reports.fromDisk] {
                #expect(
                    report.complaints.contains { $0.contains(complaint) },
                    "\(html): \(report.complaints)")
            }
        }
    }

    @Test func filesMayNotFetchFiles() async throws {
        let page = """
            <!doctype html><link rel="icon" href="data:,">
            <script>fetch("dot.svg").catch(() => {})</script>
            """
        let all = try await reports(on: [page]) { _, isServed in isServed ? nil : "dot.svg" }
        let reports = try #require(all.first)
        #expect(reports.served.complaints == [])
        #expect(reports.fromDisk.complaints.contains { $0.contains("dot.svg") })
    }

    @Test(arguments: [(800, 600, 1.0), (640, 360, 2.0), (320, 901, 1.5)])
    func viewportHasTheSizeAskedFor(width: Int, height: Int, scale: Double) async throws {
        let (size, picture) = try await TemporaryFolder.with { folder in
            let page = try folder.write(Self.goodPage, to: "index.html")
            return try await Browser.with(width: width, height: height, scale: scale) { browser in
                try await browser.open(page)
                return (
                    try await browser.run("return [innerWidth, innerHeight, devicePixelRatio]"),
                    try await browser.screenshot()
                )
            }
        }
        #expect(size == [.number(Double(width)), .number(Double(height)), .number(scale)])
        #expect(picture.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
    }

    @Test func valuesGoThroughUnchanged() async throws {
        let value: JSONValue = [
            "text": "ä\u{2028}<\"", "number": 1.5, "whole": -3, "none": .null, "list": [true, []],
        ]
        let answer = try await Browser.with { browser in
            try await browser.run("return Promise.resolve(arguments[0])", [value])
        }
        #expect(answer == value)
    }

    @Test func scriptErrorsAreThrown() async throws {
        try await Browser.with { browser in
            await #expect(throws: WebDriverError.self) { try await browser.run("return absent.x") }
            await #expect(throws: WebDriverError.self) {
                try await browser.wait(until: "return false", timeout: .milliseconds(100))
            }
            await #expect(throws: WebDriverError.self) {
                try await browser.run("return new Promise(() => {})", timeout: .milliseconds(300))
            }
        }
    }
}
