import Foundation
import TestSupport
import ZigguratKit

/// A visit to a page of a kind in a setting, with its steps and expected results.
struct PageKindVisit: Sendable {
    let kind: PageKind
    /// The name of the destination's folder.
    let destination: String
    let setting: PageSetting
    let page: URL
    /// The comparisons for the image and for the next image.
    let comparisons: [PageComparison]
    /// A part of the expected complaint. If `nil`, complaints are failures.
    var fault: String?

    /// The number of frames to wait for a gesture or a button; `nil` waits without a limit.
    private var frames: Int? { fault == nil ? nil : 60 }

    /// Returns the executed markup, the heading, the visible parts, and the effects of custom
    /// templates. The script hides nothing.
    private static let look = """
        const text = (selector) => document.querySelector(selector)?.textContent ?? null;
        return [window.hacked ?? null, text('h1'),
          [...document.querySelectorAll('#caption, #controls, #viewer')]
            .filter((part) => part.getClientRects().length > 0).map((part) => part.id).join(),
          text('#motto'), getComputedStyle(document.body).backgroundColor];
        """

    /// Waits for the list of images. Fingers and buttons need it to show the next image.
    private var listed: String {
        """
        const isListed = () => !document.getElementById('pager').hidden;
        return (async () => {
          \(wait(for: "isListed"))
          return isListed();
        })();
        """
    }

    /// Waits until a JavaScript function returns true.
    private func wait(for function: String) -> String {
        """
        for (let left = \(frames.map(String.init) ?? "Infinity"); left > 0 && !\(function)(); left -= 1) {
          await \(Frames.pass(1));
        }
        """
    }

    private static let click = "document.querySelector('[data-action=next]').click()"

    /// Waits for the next image. Returns the executed markup, the heading, the image, the count and
    /// the address.
    private var turned: String {
        """
        const { ziggurat } = window;
        const isThere = () => ziggurat.config.name !== 'a' && ziggurat.lens.matrix()
          && location.hash.startsWith('#page=2')
          && document.getElementById('count').textContent.startsWith('2');
        return (async () => {
          \(wait(for: "isThere"))
          return [window.hacked ?? null, document.querySelector('h1').textContent,
            ziggurat.config.name, document.getElementById('count').textContent, location.hash];
        })();
        """
    }

    /// The named steps in their order.
    private var steps: [(name: String, step: Firefox.Step)] {
        func step(_ script: String) -> Firefox.Step {
            kind.has(.embedded) ? .inFrame(script) : .script(script)
        }
        var steps = [("ready", step(PageVisit.readiness)), ("look", step(Self.look))]
        if setting.screen.hasFingers {
            steps += [
                ("before", step(Fingers.remember)), ("apart", .touch([Fingers.apart])),
                ("fingers", step(Fingers.answer(frames: frames))),
            ]
        }
        steps += [("home", step(PageView.home.script)), ("picture", .look("return null"))]
        if kind.has(.pager) {
            steps += [
                ("listed", .script(listed)),
                (
                    "onward",
                    setting.screen.hasFingers ? .touch([Fingers.onward]) : .script(Self.click)
                ),
                ("turned", .script(turned)),
                ("next home", .script(PageView.home.script)),
                ("next picture", .look("return null")),
            ]
        }
        return steps
    }

    var task: PageTask {
        PageTask(page: page, screen: setting.screen, steps: steps.map(\.step))
    }

    private var expected: [String: JSONValue] {
        let heading = JSONValue.string(PageModeTests.hostile)
        let isOwn = kind.has(.ownTemplates)
        return [
            "ready": "ready", "fingers": "done", "listed": true,
            "look": [
                .null, heading, kind.has(.embedded) ? "viewer,controls" : "viewer,caption,controls",
                isOwn ? heading : .null, isOwn ? "rgb(0, 0, 255)" : "rgb(243, 242, 239)",
            ],
            "turned": [.null, heading, .string(PageKind.names[1]), "2 / 2", "#page=2"],
        ]
    }

    private static func text(of value: JSONValue) throws -> String {
        String(decoding: try JSONEncoder().encode(value), as: UTF8.self)
    }

    /// The faults, one line each, and the screenshots of the image and of the next image.
    func faults(of outcome: PageTask.Outcome) throws -> (complaints: [String], seen: PageVisit) {
        var complaints = outcome.complaints
        var places: [JSONValue] = []
        for ((name, _), value) in zip(steps, outcome.values) {
            if name.hasSuffix("home") { places.append(value) }
            if let wanted = expected[name], wanted != value {
                complaints.append("\(name): \(try Self.text(of: value))")
            }
        }
        let sights = zip(places, outcome.screenshots).compactMap { place, screenshot in
            try? PageSight(view: .home, corners: place, screenshot: screenshot)
        }
        if sights.count != (kind.has(.pager) ? 2 : 1) { complaints.append("not seen") }
        return (complaints, PageVisit(sights: sights, complaints: []))
    }
}
