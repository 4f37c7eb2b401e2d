import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The element `<ziggurat-viewer>` works in any page.
@Suite struct ComponentTests {
    /// A page with two elements near the window and one element far below it.
    private static let host = """
        <!doctype html><html lang="en"><meta charset="utf-8"><title>Two images</title>
        <link rel="icon" href="data:,">
        <style>body { margin: 20px; max-width: 700px } #second { height: 200px }</style>
        <script src="out/photo/dzi/viewer/ziggurat-viewer.js"></script>
        <main><h1>Two images</h1>
        <ziggurat-viewer id="first" src="out/photo/dzi"><a href="out/photo/dzi/">A mill</a>
        </ziggurat-viewer>
        <p>The second one begins at a detail.</p>
        <ziggurat-viewer id="second" src="out/photo/dzi/index.html" x="300" y="200" zoom="1"
          controls="none" gestures="all" title="A detail"></ziggurat-viewer>
        <div style="height: 3000px"></div>
        <ziggurat-viewer id="third" src="out/photo/dzi"></ziggurat-viewer></main>
        <script>
        window.log = [];
        window.element = (id) => document.getElementById(id);
        for (const each of document.querySelectorAll('ziggurat-viewer')) {
          for (const name of ['ready', 'viewchange', 'viewend', 'error']) {
            each.addEventListener(name, ({ detail }) => log.push([each.id, name, detail]));
          }
        }
        </script></html>
        """

    /// Publishes an image and the page.
    private static func publish(to folder: TemporaryFolder) async throws {
        try await TemporaryFolder.with { sources in
            let image = try await TestPicture(width: 700, height: 500)
                .write(to: sources["photo.png"])
            try await Publication.export(
                [image], to: folder["out"],
                options: Exporter.Options(
                    caption: Caption(
                        attribution: "A. Person",
                        rights: "https://creativecommons.org/licenses/by/4.0/")))
        }
        try folder.write(host, to: "host.html")
    }

    /// Waits for both elements and returns their state.
    private static let start = """
        return Promise.all([element('first').whenReady(), element('second').whenReady()]).then(
          () => Promise.all([element('first').getView(), element('second').getView()])
        ).then(([first, second]) => {
          const frame = (id) => element(id).shadowRoot.querySelector('iframe');
          return [first.isHome, Math.round(second.x), Math.round(second.y), second.zoom,
            frame('first').title, frame('second').title, frame('third') === null,
            log.filter(([, name]) => name === 'ready').map(([id]) => id).sort().join(),
            log.find(([, name]) => name === 'ready')[2].credit];
        });
        """

    private static let started: JSONValue = [
        true, 300, 200, 1, "photo", "A detail", true, "first,second", "A. Person",
    ]

    /// Moves an element by a method and by attributes.
    private static let moves = """
        return (async () => {
          const first = element('first');
          const near = (view, x, y) => Math.hypot(view.x - x, view.y - y) < 2;
          const method = await first.goTo({ x: 400, y: 250, zoom: 2 });
          const text = await first.goTo('xywh=100,100,70,50', { atOnce: true });
          log.length = 0;
          first.setAttribute('x', 500);
          first.setAttribute('y', 300);
          first.setAttribute('zoom', 3);
          await new Promise((done) => first.addEventListener('viewend', done, { once: true }));
          const attributes = await first.getView();
          return [near(method, 400, 250), Math.round(method.zoom * 100) / 100,
            near(text, 135, 125), near(attributes, 500, 300), log.length > 1,
            log.every(([id]) => id === 'first')];
        })();
        """

    private static let moved: JSONValue = [true, 2, true, true, true, true]

    /// A frame of another page that sends messages to the element's frame and to the page.
    private static let attack = """
        return (async () => {
          const before = await element('first').getView();
          log.length = 0;
          window.received = 0;
          addEventListener('message', () => { received += 1; });
          const hostile = document.createElement('iframe');
          hostile.src = 'hostile.html';
          document.body.append(hostile);
          await new Promise((done) => { hostile.onload = done; });
          while (received < 2) await \(Frames.pass(1));
          await \(Frames.pass(24));
          hostile.remove();
          const after = await element('first').getView();
          return [before.x === after.x, before.zoom === after.zoom, log.length, received > 0];
        })();
        """

    /// A page that sends messages to a frame. Frames are numbered in document order.
    private static let hostile = """
        <!doctype html><link rel="icon" href="data:,"><script>
        for (let index = 0; index < parent.length; index += 1) {
          for (const call of ['connect', 'goTo']) {
            parent[index].postMessage(
              { ziggurat: 1, call, id: 7, value: { hash: 'xywh=0,0,20,20', atOnce: true } }, '*');
          }
        }
        parent.postMessage({ ziggurat: 1, event: 'viewchange', detail: {} }, '*');
        parent.postMessage({ ziggurat: 1, event: 'error', detail: { message: 'x' } }, '*');
        </script>
        """

    /// Removes an element during a movement, and inserts it again.
    private static let removal = """
        return (async () => {
          const first = element('first');
          const text = (promise) => promise.then(() => 'done', ({ message }) => message);
          const moving = text(first.goTo('xywh=0,0,50,50'));
          const place = first.parentNode;
          first.remove();
          const facts = [await moving, await text(first.getView()),
            first.shadowRoot.querySelector('iframe') === null];
          place.prepend(first);
          await first.whenReady();
          facts.push((await first.getView()).zoom > 0);
          first.setAttribute('src', 'javascript:alert(1)');
          await new Promise((done) => setTimeout(done));
          facts.push(log.at(-1)[1], first.shadowRoot.querySelector('iframe') === null);
          return facts;
        })();
        """

    private static let removed: JSONValue = [
        "the element was removed", "the element is not in a document", true, true, "error", true,
    ]

    /// The visible parts of the second frame.
    private static let parts = """
        return [...document.querySelectorAll('#caption, #controls, #credit, #viewer')]
          .filter((part) => part.getClientRects().length > 0).map((part) => part.id).join();
        """

    @Test("Two elements on a page, in Chromium")
    func chromium() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try folder.write(Self.hostile, to: "hostile.html")
            try await WebServer.with(serving: folder.url) { server in
                try await Browser.with(width: 760, height: 820) { browser in
                    try await browser.reduceMotion()
                    try await browser.open(server.url("host.html"))
                    #expect(try await browser.run(Self.start) == Self.started)
                    Screenshots.save(try await browser.screenshot(), as: "component")
                    #expect(try await AccessibilityTests.violations(browser) == [])
                    #expect(try await browser.run(Self.moves) == Self.moved)
                    #expect(try await browser.run(Self.attack) == [true, true, 0, true])
                    // The control: the same message from the page itself moves the image.
                    let own = try await browser.run(
                        """
                        const first = element('first');
                        return first.goTo('xywh=0,0,20,20', { atOnce: true }).then(({ x }) => x < 150);
                        """)
                    #expect(own == true)
                    #expect(try await browser.run(Self.removal) == Self.removed)
                    // The third element loads when it comes near the window.
                    try await browser.run("element('third').scrollIntoView()")
                    try await browser.wait(
                        until: "return element('third').shadowRoot.querySelector('iframe.ready')")
                    try await browser.expectNoComplaint()
                }
            }
        }
    }

    @Test("Two elements on a page, in Firefox")
    func firefox() async throws {
        try await TemporaryFolder.with { folder in
            try await Self.publish(to: folder)
            try folder.write(Self.hostile, to: "hostile.html")
            try await WebServer.with(serving: folder.url) { server in
                let visit = try await Firefox.visit(
                    [
                        Firefox.Page(
                            server.url("host.html"), width: 760, height: 820,
                            steps: [
                                .script(Self.start), .look("return 0"), .script(Self.moves),
                                .script(Self.attack), .script(Self.removal),
                            ])
                    ])[0]
                #expect(
                    visit.values == [
                        Self.started, 0, Self.moved, [true, true, 0, true], Self.removed,
                    ])
                #expect(visit.complaints == [])
                Screenshots.save(visit.screenshots[0], as: "component-firefox")
            }
        }
    }
}
