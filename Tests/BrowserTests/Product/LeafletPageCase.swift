/// An action of a visitor, and the body of a function that soon returns true. `q` finds an element,
/// `text` returns the text of an element, and `lens` is the lens of the page.
struct LeafletPageCase: Sendable {
    let name: String
    var keys: [String] = []
    var modifiers: [String] = []
    var act = ""
    let outcome: String

    static let words = """
        const q = (selector) => document.querySelector(selector);
        const text = (selector) => q(selector).textContent.trim();
        const { lens, viewer, config } = window.ziggurat;
        const near = (one, other, most = 1) => one.every(
          (value, index) => Math.abs(value - other[index]) <= most);
        const seen = () => {
          const { x, y, width, height } = lens.region();
          return [x, y, width, height];
        };
        const middle = (element) => {
          const { left, top, width, height } = element.getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        };

        """

    static let left = "\u{E012}", right = "\u{E014}", down = "\u{E015}", shift = "\u{E008}"

    /// Cases for a window of 800 × 600 pixels that shows an image of 1600 × 1200 pixels at half
    /// size.
    static let all = [
        LeafletPageCase(
            name: "the whole picture at first",
            // The small version stays below tiles that have not arrived.
            outcome: "return near(seen(), [0, 0, 1600, 1200]) && q('#placeholder.placed')"),
        LeafletPageCase(
            name: "scale and ruler",
            outcome: """
                return text('#scale') === '50%' && text('#ruler') === '2 mm' &&
                  Math.round(q('#ruler').getBoundingClientRect().width) === 80
                """),
        LeafletPageCase(
            name: "no button and no line for what cannot be done",
            act: "q('#keys').showModal()",
            outcome: """
                return ['button[data-action=rotate]', 'button[data-action=flip]', '#overview',
                  '[data-key=rotate]', '[data-key=flip]'].every((each) => !q(each).checkVisibility())
                  && q('[data-key=grid]').checkVisibility()
                """),
        LeafletPageCase(
            name: "what is known of the picture",
            act: "q('#keys').close(); q('#about').open = true",
            outcome: """
                return text('h1') === 'A photo' && text('[data-about=attribution]') === 'A. Person' &&
                  q('[data-about=rights] a').href === 'https://example.org/r' &&
                  [...document.querySelectorAll('.links a')].map((link) => link.className + ' ' +
                    link.hasAttribute('download')).join() ===
                    'layout false,manifest false,original true' &&
                  q('a.manifest').draggable
                """),
        LeafletPageCase(
            name: "actual pixels, and said so", keys: ["1"],
            outcome: """
                return text('#scale') === '100%' && text('#announcement') === 'Zoom 100%' &&
                  location.hash === '#xywh=400,300,800,600'
                """),
        LeafletPageCase(
            name: "back", act: "history.back()",
            outcome: "return text('#scale') === '50%' && location.hash === ''"),
        LeafletPageCase(
            name: "forward", act: "history.forward()",
            outcome: "return near(seen(), [400, 300, 800, 600])"),
        LeafletPageCase(
            name: "arrows", keys: [right, down],
            outcome: "return near(seen(), [520, 390, 800, 600])"),
        LeafletPageCase(
            name: "further with Shift", keys: [left], modifiers: [shift],
            outcome: "return near(seen(), [0, 390, 800, 600])"),
        LeafletPageCase(
            name: "plus", keys: ["+"],
            outcome: "return text('#scale') === '160%' && near(seen().slice(2), [500, 375])"),
        LeafletPageCase(name: "minus", keys: ["-"], outcome: "return text('#scale') === '100%'"),
        LeafletPageCase(
            name: "a changed address, when the last view is about to be written",
            act: """
                const { setTimeout } = window;
                const due = [];
                window.setTimeout = (act) => due.push(act);
                viewer.panBy([20, 0], { animate: false });
                await null;
                window.setTimeout = setTimeout;
                location.hash = '#xywh=percent:50,50,25,25';
                due.forEach((act) => act());
                """,
            outcome: "return near(seen(), [800, 600, 400, 300])"),
        LeafletPageCase(name: "home", keys: ["0"], outcome: "return location.hash === ''"),
        LeafletPageCase(
            name: "the borders of tiles", keys: ["g"],
            outcome: """
                if (!q('#grid')) return false;
                const { data } = q('#grid').getContext('2d').getImageData(0, 220, 800, 1);
                const lines = [...Array(800).keys()].filter((x) =>
                  data[4 * x] > 240 && data[4 * x + 1] > 190 && data[4 * x + 3] === 255);
                return lines.length < 12 && [256, 512, 768].every(
                  (x) => lines.includes(x)) && q('[data-action=grid]').ariaPressed === 'true'
                """),
        LeafletPageCase(
            name: "without borders", act: "q('[data-action=grid]').click()",
            outcome: "return !q('#grid')"),
        LeafletPageCase(
            name: "pins, shapes and the list",
            outcome: """
                const pins = [...document.querySelectorAll('.pin')];
                return pins.length === 2 && near(middle(pins[0].querySelector('b')), [200, 150], 6) &&
                  near(middle(q('#shapes path')), [600, 375], 1) &&
                  document.querySelectorAll('#notes li button').length === 3
                """),
        LeafletPageCase(
            name: "the keyboard reaches a pin",
            act: "document.querySelectorAll('.pin')[1].focus()",
            outcome: """
                return document.querySelectorAll('.pin')[1].matches('.marked:focus')
                """),
        LeafletPageCase(
            name: "and goes there", keys: ["\u{E007}"],
            outcome: """
                const [x, , width] = seen();
                return location.hash.startsWith('#xywh=') && q('#notes').open &&
                  x < 1000 && x + width > 1400 && width < 1600
                """),
        LeafletPageCase(
            name: "notes can be hidden", act: "q('#notesShown').click()",
            outcome: "return q('#pins').hidden"),
        LeafletPageCase(
            name: "the link is copied", keys: ["c"],
            outcome: """
                return text('#message').startsWith('Link copied') ||
                  text('#message').includes('#xywh=')
                """),
        LeafletPageCase(
            name: "HTML for other pages", act: "q('#embed').click()",
            outcome: """
                return q('#embedding').open && q('#embedding-code').value.includes('?embed=1#xywh=')
                """),
        LeafletPageCase(
            name: "the dialogue closes", act: "q('#embedding-close').click()",
            // Until the page is redrawn without the dialog, keys go to the element that had the
            // focus in it.
            outcome: """
                return !q('#embedding').open && document.activeElement.dataset.menu === 'share'
                """),
        LeafletPageCase(
            name: "the next picture", keys: ["p"],
            outcome: """
                return text('h1') === 'another' && text('#count') === '1 / 2' &&
                  location.hash === '#page=1' && document.title === 'another' &&
                  near(seen(), [0, -12.5, 700, 525]) && q('#placeholder.placed')
                """),
        LeafletPageCase(
            name: "the strip", keys: ["t"],
            outcome: "return q('#strip [aria-current]').title === 'another'"),
        LeafletPageCase(
            name: "back to the first", act: "q('#strip li:nth-child(2) button').click()",
            outcome: "return text('h1') === 'A photo' && near(seen(), [0, 0, 1600, 1200])"),
        LeafletPageCase(
            name: "full screen", keys: ["f"], modifiers: [shift],
            outcome: """
                return document.fullscreenElement === q('#stage') &&
                  q('[data-action=fullScreen]').ariaPressed === 'true'
                """),
        LeafletPageCase(
            name: "no full screen", keys: ["f"], modifiers: [shift],
            outcome: "return !document.fullscreenElement"),
    ]
}
