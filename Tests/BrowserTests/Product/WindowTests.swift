import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Books, comparisons, tours, archives and the pages of a live server fit in windows of all widths,
/// on screens of all densities, and follow the rules of axe-core. The accessibility tree of each page
/// equals the recorded tree. Each page is opened once.
@Suite struct WindowTests {
    private static let widths = [
        320, 390, 480, 568, 640, 641, 700, 799, 820, 861, 1024, 1280, 1301, 1706, 2560,
    ]

    /// A window of a width: with fingers up to 820 pixels, and with a density of 1 to 3.
    private static func fit(_ width: Int, _ index: Int, _ browser: Browser) async throws {
        let isPhone = width <= 480
        let height = isPhone ? width * 2 : width <= 820 ? width * 4 / 3 : width * 5 / 8
        try await browser.fit(
            width: width, height: height, scale: Double(1 + index % 3), isMobile: isPhone)
        try await browser.wait(until: "return innerWidth === \(width)")
        try await browser.pass(frames: 3)
    }

    /// Returns one line for each fault: parts outside the window, parts that overlap, cut texts,
    /// covered buttons, a licence above the middle of its link, an image that leaves a third of both
    /// sides empty, and bars on the whole image on a phone.
    private static let faults = """
        const isShown = (part) => part.checkVisibility({ visibilityProperty: true, opacityProperty: true });
        const names = ['#caption', '#toolbar', '#pager', '#comparison', '#overview', '#ruler', '#message',
          '.message', '.label', 'header', 'main > ul', '#curtain svg', '#tour', '#tour-start'];
        const parts = [...new Set(names.flatMap((name) => [...document.querySelectorAll(name)]))]
          .filter(isShown).map((part) => [part.id || part.getAttribute('class') || part.localName,
            part.getBoundingClientRect(), part]);
        const faults = [];
        for (const [name, { left, top, right, bottom }, part] of parts) {
          const scrolls = part.closest('#stage') === null;
          if (left < -0.5 || right > innerWidth + 0.5 || (!scrolls && (top < -0.5 || bottom > innerHeight + 0.5))) {
            faults.push(`outside: ${name}`);
          }
        }
        parts.forEach(([name, box, part], index) => {
          for (const [other, place, element] of parts.slice(index + 1)) {
            const inside = part.contains(element) || element.contains(part);
            if (!inside && box.left < place.right - 0.5 && place.left < box.right - 0.5
                && box.top < place.bottom - 0.5 && place.top < box.bottom - 0.5) {
              faults.push(`overlap: ${name}, ${other}`);
            }
          }
        });
        const texts = 'h1, summary, legend, label, button, a, b, select, output';
        for (const each of document.querySelectorAll(texts)) {
          const style = getComputedStyle(each);
          const isClipped = style.clipPath !== 'none' || style.textOverflow === 'ellipsis'
            || style.webkitLineClamp !== 'none' || each.closest('#strip, .unseen') !== null;
          if (isShown(each) && !isClipped && style.overflowX !== 'visible'
              && each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 1) {
            faults.push(`cut: ${each.id || each.textContent.trim().slice(0, 20)}`);
          }
        }
        for (const link of document.querySelectorAll('.terms a')) {
          const isCut = link.scrollWidth > link.clientWidth + 1 || link.scrollHeight > link.clientHeight + 1;
          if (isShown(link) && isCut) { faults.push(`cut: ${link.textContent}`); }
          const range = document.createRange();
          range.selectNodeContents(link);
          const [text, box] = [range, link].map((each) => each.getBoundingClientRect());
          if (isShown(link) && text.height < box.height
              && Math.abs(text.top + text.bottom - box.top - box.bottom) > 4) {
            faults.push('off centre: licence');
          }
        }
        for (const button of document.querySelectorAll(
            '.bar button, .bar select, #caption summary, #tour button')) {
          const { left, top, width, height } = button.getBoundingClientRect();
          const found = document.elementFromPoint(left + width / 2, top + height / 2);
          if (isShown(button) && !button.disabled && !button.contains(found)) {
            faults.push(`covered: ${button.id || button.title || button.textContent.trim()}`);
          }
        }
        const { lens, viewer, config } = window.ziggurat ?? {};
        if (lens?.matrix()) {
          const box = viewer.viewport.viewportToViewerElementRectangle(viewer.world.getHomeBounds());
          const size = viewer.viewport.getContainerSize();
          if (box.width < size.x * 0.6 && box.height < size.y * 0.6) { faults.push('empty third'); }
          const origin = viewer.element.getBoundingClientRect().top;
          const isPhone = innerWidth <= 640 && innerWidth < innerHeight && !document.querySelector('#caption [open]');
          for (const [name, { top, bottom }] of isPhone && lens.isHome() ? parts : []) {
            if (['caption', 'comparison', 'toolbar'].includes(name)
                && bottom > origin + box.y + 1 && top < origin + box.y + box.height - 1) {
              faults.push(`on the image: ${name}`);
            }
          }
        }
        if (document.documentElement.scrollWidth > innerWidth) { faults.push('scrolls sideways'); }
        return [...new Set(faults)];
        """

    /// Opens a page once, and checks it in all windows.
    ///
    /// - Parameters:
    ///   - isOpen: whether *About* is open beside the image; on phones, it covers the foot.
    private static func check(
        _ name: String, _ address: URL, _ browser: Browser, isViewer: Bool = true,
        isOpen: Bool = false
    ) async throws {
        try await browser.open(address)
        if isViewer { #expect(try await browser.run(PageVisit.readiness) == "ready") }
        if isOpen { try await browser.run("document.getElementById('about').open = true") }
        for (index, width) in widths.enumerated() where !isOpen || width > 700 {
            try await fit(width, index, browser)
            let found = try await browser.run(faults)
            #expect(found == [], "\(name), \(width) pixels, density \(1 + index % 3)")
            if found != [] {
                Screenshots.save(try await browser.screenshot(), as: "window-\(name)-\(width)")
            }
            if [390, 1280].contains(width) {
                let violations = try await AccessibilityTests.violations(browser)
                #expect(violations == [], "\(name), \(width) pixels")
            }
            if width == 1280 {
                let tree = try await AccessibilityTree(of: browser)
                #expect(try tree.text == tree.recorded(as: name), "\(name)")
            }
        }
    }

    /// The pages of viewers, by their names.
    private static let pages: KeyValuePairs = [
        "book": "album/index.html", "spread": "album/index.html#page=2&pages=2",
        "curtain": "compared/index.html", "side": "compared/index.html#mode=side",
        "overlay": "compared/index.html#mode=overlay", "layers": "layers/index.html",
        "archive": "packed/pmtiles/index.html", "tour": "toured/dzi/index.html#step=2",
        "tour ready": "toured/dzi/index.html", "page": "photograph/dzi/index.html",
    ]

    private static func publish(to folder: TemporaryFolder) async throws -> URL {
        let output = folder["out"]
        for name in ["album", "live"] {
            try FileManager.default.createDirectory(
                at: folder[name], withIntermediateDirectories: true)
        }
        for page in 1...3 {
            try await TestPicture(width: 400, height: 560).write(to: folder["album/\(page).png"])
        }
        let list = try folder.write(
            "file,title,label,section\nalbum,An album of all wines of the valley,,\n"
                + "1,,Front cover,The first part of the whole book\n2,,ii,\n3,,iii,\n",
            to: "list.csv")
        var exporter = Exporter(destination: output.path, layouts: [Formats.iiif3])
        exporter.records = try ImageRecords(list.path)
        let batch = ExportBatch([folder["album"].path], exporter: exporter, books: .all)
        #expect(batch.run { _ in })
        var images: [URL] = []
        for name in ["photograph", "x-ray", "infrared"] {
            images.append(folder["live/\(name).png"])
            try await TestPicture(width: 900, height: 600).write(to: folder["live/\(name).png"])
        }
        var options = Exporter.Options(
            caption: Caption(
                attribution: "The museum of the valley",
                rights: "https://creativecommons.org/licenses/by-sa/4.0/"))
        options.syncs = false
        try await Publication.export(images, to: output, options: options)
        try await Publication.export(
            [images[0]], to: output,
            options: Exporter.Options(layouts: [.xyz], container: Formats.pmtiles), name: "packed")
        try await TestPicture(width: 40, height: 40).write(to: folder["square.png"])
        try folder.write(Data(TourPageTests.wave), to: "tone.wav")
        let tour = try TourFile(try folder.write(TourPageTests.text, to: "tour.md").path)
        (options.tour, options.tourMedia) = (tour.tour, tour.media)
        let large = folder["toured.png"]
        try await TestPicture(width: 1600, height: 1200).write(to: large)
        try await Publication.export([large], to: output, options: options)
        for (name, mode) in [("compared", ComparisonPage.Mode.curtain), ("layers", .layers)] {
            var request = ComparisonRequest(
                of: ["photograph", "x-ray", "infrared"].map { "\(output.path)/\($0)" })
            (request.name, request.mode) = (name, mode)
            _ = try Exporter(destination: output.path, options: options).compare(request)
        }
        return output
    }

    @Test("Pages of all kinds fit in windows from 320 to 2560 pixels, at densities 1 to 3")
    func windows() async throws {
        try await TemporaryFolder.with { folder in
            let output = try await Self.publish(to: folder)
            let site = try LiveSite(
                [folder["live"].path], options: Exporter.Options(layouts: [.dzi]),
                cache: LiveCache(folder["cache"].path), naming: SizeNaming())
            let live = try PreviewServer(live: site, port: 0, allowedOrigin: nil) { _ in }
            defer { live.stop() }
            func page(_ path: String, _ server: WebServer) throws -> URL {
                try #require(URL(string: server.url("").absoluteString + path))
            }
            try await WebServer.with(serving: output, ranges: true) { server in
                try await Browser.with(width: 1280, height: 800) { browser in
                    try await browser.reduceMotion()
                    for (name, path) in Self.pages {
                        try await browser.open(try #require(URL(string: "about:blank")))
                        try await Self.check(name, try page(path, server), browser)
                    }
                    try await Self.check(
                        "about", try page("compared/index.html", server), browser, isOpen: true)
                    try await Self.check(
                        "gallery", try page("index.html", server), browser, isViewer: false)
                    try await Self.check(
                        "live", try #require(URL(string: live.address)), browser, isViewer: false)
                    // The negative control: faults of each kind.
                    try await browser.open(try page("compared/index.html", server))
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    try await Self.fit(1024, 0, browser)
                    try await browser.run(
                        """
                        for (const rule of ['#comparison { translate: 0 140px }',
                          '#toolbar { translate: 700px 0 }',
                          '#modes label { width: 30px; overflow: hidden }',
                          '.terms a { padding-bottom: 30px !important }',
                          '#overview::after { content: ""; position: fixed; inset: 0; z-index: 99 }',
                          'html, body { width: 3000px; overflow: visible !important }'])
                          document.styleSheets[0].insertRule(rule, document.styleSheets[0].cssRules.length);
                        window.ziggurat.viewer.viewport.zoomTo(0.2, null, true);
                        """)
                    let found = try await browser.run(Self.faults).array?.compactMap(\.string) ?? []
                    for kind in [
                        "outside: ", "overlap: ", "cut: ", "off centre: ", "covered: ",
                        "empty third", "scrolls sideways",
                    ] {
                        #expect(found.contains { $0.hasPrefix(kind) }, "\(kind)\(found)")
                    }
                    #expect(
                        try await AccessibilityTree(of: browser).text.contains(
                            "heading “photograph"))
                    try await browser.run("document.querySelector('h1').ariaHidden = 'true'")
                    let tree = try await AccessibilityTree(of: browser)
                    #expect(!tree.text.contains("heading “photograph"))
                    try await browser.open(try page("photograph/dzi/index.html", server))
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    try await Self.fit(390, 0, browser)
                    try await browser.run(
                        "document.getElementById('toolbar').style.translate = '0 -300px'")
                    #expect(try await browser.run(Self.faults) == ["on the image: toolbar"])
                }
                for (name, visit) in zip(
                    Self.pages.map(\.key),
                    try await Firefox.visit(
                        Self.pages.map { try page($0.value, server) }, width: 1280, height: 800,
                        scripts: [PageVisit.readiness, Self.faults]))
                {
                    #expect(visit.complaints == [], "\(name)")
                    #expect(visit.values == ["ready", []], "\(name)")
                }
            }
        }
    }
}
