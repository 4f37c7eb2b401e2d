internal import ZigguratCore

/// `README.txt` of a bundle for an iOS app: the values that the app must set, and Swift code that
/// loads its tiles.
struct TiledLayerReadme {
    static let path = "README.txt"

    let title: String
    let numbers: [(name: String, value: String)]
    var remarks: [String] = []
    /// Lines of Swift.
    let code: String

    var file: BundleFile {
        let width = numbers.map(\.name.count).max() ?? 0
        let table = numbers.map { name, value in
            "    \(name)\(String(repeating: " ", count: width - name.count))   \(value)"
        }
        let lines = code.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            line.isEmpty ? "" : "    \(line)"
        }
        let parts =
            [title, "The app sets:", table.joined(separator: "\n")] + remarks
            + [
                "Its source of tiles, with the files in its main bundle:",
                lines.joined(separator: "\n"),
            ]
        return BundleFile(
            path: Self.path, bytes: Array((parts.joined(separator: "\n\n") + "\n").utf8))
    }

    /// A Swift string literal, quotes included.
    ///
    /// - Parameter code: Swift code after the text inside the quotes, such as interpolations.
    static func literal(_ text: String, _ code: String = "") -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + code + "\""
    }

    /// `4000 × 3000 pixels`
    static func text(_ size: PixelSize, of unit: String = "pixels") -> String {
        "\(size.width) × \(size.height) \(unit)"
    }
}
