internal import ZigguratKit

extension LayoutFailure: Worded {
    var message: Message {
        switch self {
        case .unsupportedFormat(let format, let supported):
            Message(
                "unsupported tile format \(format)",
                hint: "use \(supported.map(\.name).joined(separator: ", "))")
        case .unsupportedEdge(let edge, let supported):
            Message(
                "unsupported: --edge \(edge.rawValue)",
                hint: "use \(supported.map(\.rawValue).joined(separator: " or "))")
        case .unsupportedOverlap:
            Message("unsupported: tiles cannot overlap", hint: "omit --overlap, or set it to 0")
        case .overlapOfSourceTiles:
            Message(
                "unsupported: lossless tiles of a JPEG cannot overlap",
                hint: "omit --lossless or --overlap")
        case .overlapOfPaddedTiles:
            Message(
                "unsupported: padded tiles cannot overlap",
                hint: "omit --edge pad or --overlap")
        case .overlapOutOfRange(let overlap, let limit):
            Message("invalid overlap of \(overlap) pixels", hint: "use 0 to \(limit)")
        case .unsupportedOption(let option):
            Message(
                "unsupported: its clients do not read tiles with --\(option.rawValue)",
                hint: "omit --\(option.rawValue)")
        case .tileSizeOutOfRange(let side):
            Message("invalid tile size of \(side) pixels", hint: "use 1 to 8192")
        case .tileSizeNotMultiple(let side, let unit):
            Message(
                "unsupported tile size of \(side) pixels", hint: "use a multiple of \(unit)")
        case .tilesNotSquare(let size):
            Message(
                "unsupported tile size \(size.text): tiles must be square",
                hint: "give --tile-size one number")
        case .tileTooLarge(let side, let format):
            Message(
                "unsupported: a \(format) tile of \(side) pixels",
                hint: "use smaller tiles or less overlap; the limit is \(format.maximumSide)")
        case .fixedDepth(let depth):
            Message("unsupported: the depth is always “\(depth.text)”", hint: "omit --depth")
        case .fixedLevels:
            Message(
                "unsupported: clients need every level",
                hint: "omit --min-level and --max-level")
        case .invalidLevelRange(let first, let last):
            Message(
                "invalid levels \(first) to \(last)", hint: "levels count from 0, the smallest")
        case .noLevelLeft(let count):
            Message(
                "no level selected: the image has levels 0 to \(count - 1)",
                hint: "change --min-level or --max-level")
        case .tooManyLevels(let factor, let limit):
            Message(
                "unsupported level 1:\(factor): the layout ends at 1:\(limit)",
                hint: "use fewer --levels")
        case .densitiesOfDeepSamples:
            Message(
                "unsupported: several --scales with 16 bits per sample",
                hint: "omit --bits, or use only one of the --scales")
        case .missingTemplate(let example):
            Message("missing template for tile names", hint: "use --naming '\(example)'")
        case .invalidSetting(let setting, let value):
            Message("invalid value “\(value)” for --\(setting)", hint: Self.hint(setting))
        case .unusedSetting(let setting, let layouts):
            Message(
                "unsupported option --\(setting): no layout of this export has it",
                hint: layouts.isEmpty
                    ? "omit it"
                    : "add \(layouts.joined(separator: " or ")), or omit it")
        }
    }

    /// Returns the allowed values of a setting, which has the name of its option.
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
