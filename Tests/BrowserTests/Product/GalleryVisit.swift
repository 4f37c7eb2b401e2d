import Foundation
import TestSupport

/// The origin and screen of a visit to the gallery, and the image that it opens.
struct GalleryVisit: Sendable {
    enum Origin: String, CaseIterable, Sendable {
        case disk = "file:"
        case server = "http:"
    }

    /// A window with a mouse, or the touch screen of a phone. The raw value is the width in CSS
    /// pixels.
    enum Screen: Int, CaseIterable, Sendable {
        case desk = 560
        case phone = 360

        var height: Int { self == .phone ? 640 : 400 }
    }

    struct Setting: Hashable, Sendable, CustomStringConvertible {
        var origin: Origin
        var screen: Screen
        /// Device pixels for each CSS pixel, along a side.
        var ratio: Int

        var description: String { "\(origin) \(screen) \(ratio)" }
    }

    let setting: Setting
    /// The name of the image to open.
    let name: String
    /// The layout whose page is opened. On a phone, a tap on the card opens the first layout.
    let layout: String

    init(_ origin: Origin, _ screen: Screen, _ ratio: Int, opens name: String, _ layout: String) {
        setting = Setting(origin: origin, screen: screen, ratio: ratio)
        (self.name, self.layout) = (name, layout)
    }

    /// The visits in each browser, which open each page of each image from the disk and from the
    /// server.
    static let table = [
        GalleryVisit(.disk, .desk, 1, opens: "ecole", "xyz"),
        GalleryVisit(.disk, .desk, 2, opens: "tower", "xyz"),
        GalleryVisit(.disk, .desk, 3, opens: "50% #1", "xyz"),
        GalleryVisit(.disk, .phone, 1, opens: "tower", "dzi"),
        GalleryVisit(.disk, .phone, 2, opens: "50% #1", "dzi"),
        GalleryVisit(.disk, .phone, 3, opens: "ecole", "dzi"),
        GalleryVisit(.server, .desk, 1, opens: "tower", "xyz"),
        GalleryVisit(.server, .desk, 2, opens: "50% #1", "xyz"),
        GalleryVisit(.server, .desk, 3, opens: "ecole", "xyz"),
        GalleryVisit(.server, .phone, 1, opens: "50% #1", "dzi"),
        GalleryVisit(.server, .phone, 2, opens: "ecole", "dzi"),
        GalleryVisit(.server, .phone, 3, opens: "tower", "dzi"),
    ]

    /// The titles and colours of the images by name. One title contains markup.
    static let pictures: KeyValuePairs<String, (title: String, colour: [UInt8])> = [
        "ecole": ("École d’été", [200, 40, 40]),
        "tower": ("A tower of bricks", [40, 160, 60]),
        "50% #1": ("<img src=x onerror=alert(1)> & co.", [50, 60, 210]),
    ]

    static func picture(_ name: String) -> (title: String, colour: [UInt8])? {
        pictures.first { $0.key == name }?.value
    }

    /// The settings that are not among the seen settings.
    static func missing(from seen: [Setting]) -> [String] {
        Origin.allCases.flatMap { origin in
            Screen.allCases.flatMap { screen in
                (1...3).map { Setting(origin: origin, screen: screen, ratio: $0) }
            }
        }.filter { !seen.contains($0) }.map(\.description)
    }

    // MARK: On the page

    /// Waits for the thumbnails. Returns the page's origin, width and density, and whether the page
    /// fits the screen. Also returns the middle and title of each card whose thumbnail is in the
    /// window.
    static let look = """
        const until = async (fits) => {
          while (!fits()) await \(Frames.pass(1));
        };
        return (async () => {
          for (const image of document.images) image.loading = 'eager';
          await until(() => [...document.images].every(({ complete }) => complete));
          const cards = [...document.querySelectorAll('#entries li')].map((card) => {
            const image = card.querySelector('img');
            const { left, top, width, height } = image.getBoundingClientRect();
            return { x: left + width / 2, y: top + height / 2, loaded: image.naturalWidth > 0,
              title: card.querySelector('b').textContent };
          });
          return {
            origin: location.protocol, width: innerWidth, ratio: devicePixelRatio,
            fits: document.documentElement.scrollWidth <= innerWidth,
            cards: cards.filter(({ loaded, y }) => loaded && y < innerHeight - 10),
            loaded: cards.filter(({ loaded }) => loaded).length,
          };
        })();
        """

    /// The setting that a page reported.
    static func setting(_ look: JSONValue) -> Setting? {
        guard let origin = look["origin"].string.flatMap(Origin.init),
            let screen = look["width"].integer.flatMap(Screen.init),
            let ratio = look["ratio"].number.flatMap({ Int(exactly: $0) })
        else { return nil }
        return Setting(origin: origin, screen: screen, ratio: ratio)
    }

    /// The titles of the cards whose thumbnails have the right colour on the screen.
    static func shown(_ look: JSONValue, on screen: PixelPicture) -> [String] {
        let ratio = look["ratio"].number ?? 0
        return (look["cards"].array ?? []).filter { card in
            let (x, y) = (
                Int((card["x"].number ?? 0) * ratio), Int((card["y"].number ?? 0) * ratio)
            )
            let wanted = pictures.first { $0.value.title == card["title"].string }?.value.colour
            guard let wanted, x < screen.width, y < screen.height else { return false }
            return zip(screen[x, y], wanted).allSatisfy { abs(Int($0) - Int($1)) < 12 }
        }.compactMap { $0["title"].string }
    }

    /// A finger that scrolls the page.
    static let push: Firefox.Finger = (from: [180, 560], to: [180, 260])

    /// The place of the only card after a search, on a phone.
    static let card = (x: 180.0, y: 240.0)

    /// Searches for a text, and returns the titles of the results.
    static func find(_ text: String) -> String {
        """
        const find = document.getElementById('find');
        find.value = \(quoted(text));
        find.dispatchEvent(new Event('input'));
        return \(Frames.pass(30)).then(() => {
          scrollTo(0, 0);
          return [...document.querySelectorAll('#entries b')].map((title) => title.textContent);
        });
        """
    }

    /// A JavaScript string literal with a text.
    private static func quoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }

    /// The link to the page of the layout.
    var target: String {
        """
        [...document.querySelectorAll('.pages a')].find((each) => {
          const fits = each.textContent === '\(layout)';
          if (fits) {
            each.closest('details').open = true;
            each.scrollIntoView({ block: 'center' });
          }
          return fits;
        })
        """
    }

    /// The image and layout of the current page; `null` for the gallery.
    static let arrival = """
        return window.ziggurat
          ? window.ziggurat.config.name + ' ' + decodeURI(location.pathname).split('/').at(-2) : null;
        """
}
