import Foundation
import TestSupport
import ZigguratKit

/// A visit to a page of a kind in a setting: what is done there and how it must turn out.
struct PageKindVisit: Sendable {
    let kind: PageKind
    /// The name of its folder.
    let destination: String
    let setting: PageSetting
    let page: URL
    /// Of the picture and of the next one.
    let comparisons: [PageComparison]
    /// A part of a complaint that there has to be; where none is given, there may be none.
    var fault: String?

    /// The frames to wait for what fingers and buttons do; `nil` if it has to come.
    private var frames: Int? { fault == nil ? nil : 60 }

    /// Hides nothing yet: what ran, the heading, what is seen apart from the picture, and what one's
    /// own templates bring.
    private static let look = """
        const text = (selector) => document.querySelector(selector)?.textContent ?? null;
        return [window.hacked ?? null, text('h1'),
          [...document.querySelectorAll('#caption, #controls, #viewer')]
            .filter((part) => part.getClientRects().length > 0).map((part) => part.id).join(),
          text('#motto'), getComputedStyle(document.body).backgroundColor];
        """

    /// The list of pictures is there, so that fingers and buttons turn to the next one.
    private var listed: String {
        """
        const isListed = () => !document.getElementById('pager').hidden;
        return (async () => {
          \(wait(for: "isListed"))
          return isListed();
        })();
        """
    }

    /// Waits until a function of the page returns true.
    private func wait(for function: String) -> String {
        """
        for (let left = \(frames.map(String.init) ?? "Infinity"); left > 0 && !\(function)(); left -= 1) {
          await \(Frames.pass(1));
        }
        """
    }

    private static let click = "document.querySelector('[data-action=next]').click()"

    /// Waits for the next picture; what ran then, the heading, the picture, the count and the
    /// address.
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

    /// The steps by their names, in their order.
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

    /// Everything that is wrong, one line each, and the picture and the next one as they were seen.
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
