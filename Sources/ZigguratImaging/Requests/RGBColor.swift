internal import ZigguratSystem

/// A colour in 8-bit sRGB.
public struct RGBColor: Hashable, Sendable, Codable {
    public let red: UInt8
    public let green: UInt8
    public let blue: UInt8

    public static let white = RGBColor(red: 255, green: 255, blue: 255)

    public init(red: UInt8, green: UInt8, blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    var isGrey: Bool { red == green && red == blue }

    /// Parses `#rrggbb`, `rrggbb` or `#rgb`.
    public init?(hex text: String) {
        let digits = text.hasPrefix("#") ? text.dropFirst() : Substring(text)
        let full = digits.count == 3 ? digits.map { "\($0)\($0)" }.joined() : String(digits)
        guard full.utf8.count == 6, full.allSatisfy(\.isHexDigit),
            let value = UInt32(full, radix: 16)
        else { return nil }
        self.init(
            red: UInt8(truncatingIfNeeded: value >> 16),
            green: UInt8(truncatingIfNeeded: value >> 8),
            blue: UInt8(truncatingIfNeeded: value))
    }

    /// Returns the colour as a pixel with this number of bands, grey or RGB. If the pixel has
    /// alpha, it is transparent.
    package func pixel(bands: Int) -> [UInt8] {
        let sum: Int = 299 * Int(red) + 587 * Int(green) + 114 * Int(blue)
        let grey = UInt8(sum / 1000)
        return switch bands {
        case 1: [grey]
        case 2: [grey, 0]
        case 3: [red, green, blue]
        default: [red, green, blue, 0]
        }
    }

    /// The colour as `#rrggbb`.
    public var hex: String {
        "#"
            + [red, green, blue].map { value in
                (value < 16 ? "0" : "") + String(value, radix: 16)
            }.joined()
    }
}
