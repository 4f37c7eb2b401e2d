/// How a page is viewed: the browser, the origin (disk or server) and the screen.
struct PageSetting: Hashable, Sendable, CustomStringConvertible {
    enum Engine: String, CaseIterable, Sendable {
        case chromium, firefox
    }

    enum Origin: String, CaseIterable, Sendable {
        case file, http
    }

    var engine: Engine
    var origin: Origin
    var screen: PageScreen

    var description: String { "\(engine)-\(origin)-\(screen)" }

    /// All combinations.
    static let all = Engine.allCases.flatMap { engine in
        Origin.allCases.flatMap { origin in
            PageScreen.allCases.map { PageSetting(engine: engine, origin: origin, screen: $0) }
        }
    }

    /// Half of all settings. Each pair of values of two properties occurs, for example Firefox with
    /// the phone. Even and odd values of `shift` select complementary halves.
    static func everyPair(shift: Int) -> [PageSetting] {
        all.filter { setting in
            let screen = PageScreen.allCases.firstIndex(of: setting.screen) ?? 0
            let isFirefox = setting.engine == .firefox ? 1 : 0
            let isServed = setting.origin == .http ? 1 : 0
            return (screen + isFirefox + isServed + shift).isMultiple(of: 2)
        }
    }
}

/// A screen, by its device pixels for each CSS pixel, or the screen of a phone.
enum PageScreen: String, CaseIterable, Sendable {
    case single, double, triple, phone

    var scale: Double {
        switch self {
        case .single: 1
        case .double, .phone: 2
        case .triple: 3
        }
    }

    /// The viewport in CSS pixels. Except for phones, all screens have about 440 × 330 device
    /// pixels.
    var width: Int { hasFingers ? 360 : Int((440 / scale).rounded()) }
    var height: Int { hasFingers ? 640 : Int((330 / scale).rounded()) }

    var hasFingers: Bool { self == .phone }
}
