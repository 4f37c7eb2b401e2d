internal import ZigguratKit

extension LayoutFailure: Worded {
    var message: Message {
        switch self {
        case .invalidSetting(let setting, let value):
            Message("invalid value “\(value)” for --\(setting)", hint: Self.hint(setting))
        case .unusedSetting(let setting, let layouts):
            Message(
                "unsupported option --\(setting): no layout of this export has it",
                hint: layouts.isEmpty
                    ? "leave it out"
                    : "add \(layouts.joined(separator: " or ")), or leave it out")
        }
    }

    /// What a setting may be; settings have the names of options.
    private static func hint(_ setting: String) -> String {
        switch setting {
        case "scales": "use 1, 2, 4 and 8, or 1, 2 and 3 for ldo, as in --scales 1,2"
        case "zoomify-rounding": "use floor or ceil"
        case "dzi-forms": "use xml, json or jsonp, or several: xml,json"
        case "screen": "use its size in pixels, as in --screen 1179x2556"
        case "centre": "use true or false"
        default: ""
        }
    }
}
