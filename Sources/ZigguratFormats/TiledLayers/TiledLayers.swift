internal import ZigguratCore
internal import ZigguratSystem

/// The rules of layouts for iOS apps with a `CATiledLayer`.
enum TiledLayers {
    /// Returns tiling rules with the formats that `UIImage` reads. PNG is first, because the apps'
    /// code requests PNG.
    static func rules(_ levels: LevelRules = levels()) -> TilingRules {
        TilingRules(
            formats: [.png, .jpeg, .webp], allowsOverlap: false, edges: [.crop]
        ).with(levels)
    }

    /// Returns rules for levels from full resolution down; the app sets their number.
    static func levels(_ depth: Pyramid.Depth = .oneTile) -> LevelRules {
        LevelRules(PyramidShape(depth: depth), allowsLimits: false)
    }

    /// Returns the zoom scales of a view that shows the image at scale 1: `1, 0.5, 0.25`.
    static func scales(of pyramid: Pyramid) -> String {
        pyramid.levels.reversed()
            .map { $0.scaleFactor == 1 ? "1" : "\(1 / Double($0.scaleFactor))" }
            .joined(separator: ", ")
    }

    /// Rejects levels below 1/1000: the names of tiles contain the scale in thousandths.
    static func checkScales(of pyramids: [Pyramid], layout name: String) throws(ZigguratError) {
        guard let smallest = pyramids.first?.levels.first, smallest.scaleFactor > 1024 else {
            return
        }
        throw ZigguratError(
            LayoutError.tooManyLevels(scaleFactor: smallest.scaleFactor, limit: 1024),
            "layout \(name)")
    }
}

/// `README.txt` of a bundle for an iOS app: the values that the app must set, and Swift code to
/// load the tiles.
struct TiledLayerReadme {
    static let path = "README.txt"

    let title: String
    let numbers: [(name: String, value: String)]
    var remarks: [String] = []
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

    /// Returns a Swift string literal with its quotes.
    ///
    /// - Parameter code: Swift code to append inside the quotes, such as interpolations.
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

    /// Returns a text such as `4000 × 3000 pixels`.
    static func text(_ size: PixelSize, of unit: String = "pixels") -> String {
        "\(size.width) × \(size.height) \(unit)"
    }
}
