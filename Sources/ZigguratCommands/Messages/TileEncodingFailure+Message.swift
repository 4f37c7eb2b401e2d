internal import ZigguratKit

extension TileEncodingFailure: Worded {
    var message: Message {
        switch self {
        case .outOfRange(let field, let value, let range):
            Message(
                "invalid \(field) \(value)",
                hint: "use \(range.lowerBound) to \(range.upperBound)")
        case .bitDepth(let bits):
            Message("invalid bit depth \(bits)", hint: "use 8 or 16")
        case .unsupported(let option, let format, let formats):
            Message(
                "unsupported: \(format.name) tiles have no option --\(option.rawValue)",
                hint: "omit --\(option.rawValue), or use --format "
                    + formats.map(\.name).joined(separator: " or "))
        case .paletteOfSixteenBits:
            Message(
                "unsupported: a palette with 16 bits per sample",
                hint: "omit --bits or --palette")
        }
    }
}
