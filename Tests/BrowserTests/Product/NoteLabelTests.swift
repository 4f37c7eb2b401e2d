import Foundation
import TestSupport
import Testing
import ZigguratKit

/// Labels of notes are inside the window, and cover no other pin.
@Suite struct NoteLabelTests {
    /// Notes at the edges, close together, and with long labels.
    private static let notes: [Annotation] = [
        Annotation(label: "The left edge", point: .init(x: 4, y: 500)),
        Annotation(label: "The right edge", point: .init(x: 1590, y: 520)),
        Annotation(label: "A pin in the middle", point: .init(x: 800, y: 600)),
        Annotation(label: "Beside the pin in the middle", point: .init(x: 1000, y: 600)),
        Annotation(
            label: "A long label, which is longer than the window of any phone is wide",
            point: .init(x: 500, y: 900)),
    ]

    /// The pins whose boxes leave the window, the pairs whose boxes overlap, and the labels.
    private static let look = """
        const pins = [...document.querySelectorAll('.pin')];
        const boxes = pins.map((pin) => pin.getBoundingClientRect());
        const outside = boxes.flatMap(({ left, right }, index) =>
          (left < -14 || right > innerWidth + 14 ? [index] : []));
        const pairs = boxes.flatMap((one, first) => boxes.flatMap((two, second) =>
          (first < second && one.left < two.right - 1 && two.left < one.right - 1
            && one.top < two.bottom - 1 && two.top < one.bottom - 1 ? [[first, second]] : [])));
        return [outside, pairs, pins.filter((pin) =>
          pin.querySelector('span').checkVisibility()).length];
        """

    @Test("Labels stay in the window and do not collide", arguments: ["en", "ar"])
    func labels(language: String) async throws {
        try await TemporaryFolder.with { folder in
            try await TestPicture(width: 1600, height: 1200).write(to: folder["photo.png"])
            var options = Exporter.Options()
            (options.language, options.annotations) = (language, Self.notes)
            try await Publication.export([folder["photo.png"]], to: folder["out"], options: options)
            for (width, height) in [(320, 568), (390, 844), (820, 1180), (1280, 800)] {
                try await Browser.with(width: width, height: height) { browser in
                    try await browser.reduceMotion()
                    try await browser.open(folder["out/photo/dzi/index.html"])
                    #expect(try await browser.run(PageVisit.readiness) == "ready")
                    try await browser.wait(
                        until: "return document.querySelectorAll('.pin').length === 5")
                    let look = try await browser.run(Self.look)
                    #expect(look[0] == [] && look[1] == [], "\(width): \(look)")
                    #expect((2...5).contains(look[2].integer ?? 0), "\(width): \(look)")
                    // The negative control: every label on the same side.
                    let wrong = try await browser.run(
                        """
                        for (const pin of document.querySelectorAll('.pin')) {
                          pin.classList.remove('bare', 'left');
                          pin.style.maxWidth = 'none';
                        }
                        \(Self.look)
                        """)
                    #expect(wrong[1] != [], "\(width): \(wrong)")
                    // In a wide window, the margins beside the image have room for labels.
                    #expect(wrong[0] != [] || width > 1000, "\(width): \(wrong)")
                    // A marked pin shows its label inside the window, and is not under the panel.
                    try await browser.run("document.getElementById('notes').open = true")
                    for index in Self.notes.indices {
                        try await browser.run(
                            "document.querySelectorAll('#notes li button')[\(index)].click()")
                        try await browser.wait(
                            until: """
                                const pin = document.querySelectorAll('.pin')[\(index)];
                                const { left, right } = pin.getBoundingClientRect();
                                const panel = document.getElementById('caption');
                                const [number, box] = [pin.querySelector('b'), panel].map((each) =>
                                  each.getBoundingClientRect());
                                return (number.right <= box.left || number.left >= box.right
                                    || number.bottom <= box.top)
                                  && pin.querySelector('span').checkVisibility()
                                  && !pin.classList.contains('away')
                                  && left >= -14 && right <= innerWidth + 14;
                                """)
                    }
                }
            }
        }
    }
}
