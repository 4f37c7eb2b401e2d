/// How a page comes before a person: in a browser, from the disk or from a server, on a screen.
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

    /// Every combination there is.
    static let all = Engine.allCases.flatMap { engine in
        Origin.allCases.flatMap { origin in
            PageScreen.allCases.map { PageSetting(engine: engine, origin: origin, screen: $0) }
        }
    }

    /// Half of all: whatever two of the three are chosen, they are met together. The other half is
    /// that of an odd `shift`.
    static func everyPair(shift: Int) -> [PageSetting] {
        all.filter { setting in
            let screen = PageScreen.allCases.firstIndex(of: setting.screen) ?? 0
            let isFirefox = setting.engine == .firefox ? 1 : 0
            let isServed = setting.origin == .http ? 1 : 0
            return (screen + isFirefox + isServed + shift).isMultiple(of: 2)
        }
    }
}

/// A screen: its device pixels for each CSS pixel, and whether it is a phone's.
enum PageScreen: String, CaseIterable, Sendable {
    case single, double, triple, phone

    var scale: Double {
        switch self {
        case .single: 1
        case .double, .phone: 2
        case .triple: 3
        }
    }

    /// The viewport in CSS pixels. Those of screens other than phones have as many of the screen's pixels
    /// whatever their scale, but for a few.
    var width: Int { hasFingers ? 360 : Int((440 / scale).rounded()) }
    var height: Int { hasFingers ? 640 : Int((330 / scale).rounded()) }

    var hasFingers: Bool { self == .phone }
}
