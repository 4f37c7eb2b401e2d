import Foundation
import TestSupport
import Testing
import ZigguratKit

/// The notes and the links of a page.
extension PageFeatureTests {
    func checkNotes(_ browser: Browser) async throws {
        let notes = try await browser.run(
            """
            const pins = [...document.querySelectorAll('.pin')];
            const middle = (element) => {
              const { left, top, width, height } = element.getBoundingClientRect();
              return [Math.round(left + width / 2), Math.round(top + height / 2)];
            };
            return {
              labels: pins.map((pin) => pin.querySelector('span').textContent),
              pin: middle(pins[0].querySelector('b')),
              shape: middle(document.querySelector('#shapes path')),
              list: [...document.querySelectorAll('#notes li button')].map((one) => one.textContent),
              bold: document.querySelectorAll('#notes b').length, scripts: document.scripts.length,
            };
            """)
        let labels = Self.annotations.map { JSONValue.string($0.label) }
        #expect(notes["labels"].array == Array(labels.prefix(2)))
        #expect(notes["list"].array == labels)
        #expect(notes["bold"] == 0 && notes["scripts"] == 5)
        #expect(notes["shape"] == [600, 375])
        for (index, place) in [200, 150].enumerated() {
            #expect(abs((notes["pin"][index].integer ?? 0) - place) <= 6, "\(notes["pin"])")
        }
        // The pins are one Tab stop, arrow keys move between them, and the list leads to the pins.
        let stops = """
            return ['#pins', '#notes ol'].map((group) =>
              document.querySelectorAll(`${group} [tabindex="0"]`).length);
            """
        #expect(try await browser.run(stops) == [1, 1])
        try await browser.run("document.querySelector('.pin').focus()")
        let place = "return [...document.querySelectorAll('.pin')].indexOf(document.activeElement)"
        for (key, expected) in [
            ("\u{E014}", 1.0), ("\u{E015}", 0), ("\u{E010}", 1), ("\u{E011}", 0),
        ] {
            try await browser.press([key])
            #expect(try await browser.run(place) == .number(expected))
        }
        #expect(try await browser.run(stops) == [1, 1])
        try await browser.run("document.querySelector('.pin').focus()")
        #expect(
            try await browser.run("return document.querySelector('#notes li p').hidden") == false)
        try await browser.run("document.querySelectorAll('.pin')[1].focus()")
        try await browser.press(["\u{E007}"])
        try await browser.wait(
            until:
                "return location.hash.startsWith('#xywh=') && document.getElementById('notes').open"
        )
        #expect(
            try await browser.run(
                "return document.activeElement === document.querySelectorAll('.pin')[1]") == true)
        let view = try await PageBehaviourTests.View.now(in: browser).region
        #expect(view[0] < 1000 && view[0] + view[2] > 1400 && view[2] < 1600)
        Screenshots.save(try await browser.screenshot(), as: "notes")
        try await browser.run("document.getElementById('notesShown').click()")
        #expect(try await browser.run("return document.getElementById('pins').hidden") == true)
        try await browser.run("document.getElementById('notesShown').click()")
        try await browser.press(["0"])
        try await browser.wait(until: "return location.hash === ''")
    }

    func checkLinks(_ browser: Browser, _ root: URL) async throws {
        let links = try await browser.run(
            """
            return [...document.querySelectorAll('.links a')].map((link) => [link.textContent,
              new URL(link.href).pathname, link.hasAttribute('download'), link.draggable]);
            """)
        func path(_ name: String) -> JSONValue {
            .string(root.appending(path: "photo/\(name)").path(percentEncoded: true))
        }
        #expect(links.array?.count == 4)
        #expect(links[0] == ["Same image in the format xyz", path("xyz/index.html"), false, true])
        #expect(
            links[1] == ["Same image in the format iiif3", path("iiif3/index.html"), false, true])
        #expect(links[2] == ["IIIF manifest (iiif3)", path("iiif3/manifest.json"), false, true])
        #expect(links[3][1] == path("original/photo.png") && links[3][2] == true)
        #expect(links[3][0].string?.hasPrefix("Original: photo.png, ") == true)
        // An image that is dragged into a IIIF viewer carries the address of the manifest.
        let dropped = try await browser.run(
            """
            const transfer = new DataTransfer();
            document.querySelector('a.manifest').dispatchEvent(new DragEvent('dragstart',
              { bubbles: true, cancelable: true, dataTransfer: transfer }));
            return transfer.getData('text/plain');
            """)
        let manifest = root.appending(path: "photo/iiif3/manifest.json").absoluteString
        #expect(dropped == .string("\(manifest)?manifest=\(manifest)"))
    }
}
