internal import CommandLineParsing
internal import ZigguratKit

extension TileEncoding.Alpha: CommandValue {}
extension Tiling.Edge: CommandValue {}
extension LevelRounding: CommandValue {}
extension TileEncoding.Subsampling: CommandValue {}
extension PageTemplates.Viewer: CommandValue {}
extension ReadingDirection: CommandValue {}

extension TileFormat: CommandValue {
    /// Names of image formats that users may enter but that tiles cannot have.
    private static let otherFormats: Set = [
        "bmp", "gif", "heic", "heif", "jp2", "pdf", "ppm", "psd", "svg", "tga", "tif", "tiff",
    ]

    /// Reads a name or a file extension, in upper or lower case: `jpeg`, `jpg`, `JPG`.
    init?(argument: String) {
        let name = argument.lowercased()
        guard let format = Self(named: name) ?? Self(fileExtension: name) else { return nil }
        self = format
    }

    var written: String { name }
    static var valueName: String? { "FORMAT" }
    static var choices: [String] { all.map(\.name) }

    static func hint(for argument: String) -> String? {
        guard otherFormats.contains(argument.lowercased()) else { return nil }
        return "browsers show \(choices.joined(separator: ", ")); png tiles are lossless"
    }
}

extension Pyramid.Depth: CommandValue {
    init?(argument: String) { self.init(argument) }
    var written: String { text }
    static var valueName: String? { "DEPTH" }
    static var expectation: String { "pixel, tile, a number of levels, or a size such as 256px" }
}

extension RGBColor: CommandValue {
    init?(argument: String) { self.init(hex: argument) }
    var written: String { hex }
    static var valueName: String? { "COLOUR" }
    static var expectation: String { "a colour such as #ffffff" }
}

extension PixelSize: CommandValue {
    init?(argument: String) {
        guard let sides = numbers(in: argument, separator: "x", 1...), sides.count == 2 else {
            return nil
        }
        self.init(width: sides[0], height: sides[1])
    }

    var written: String { "\(width)x\(height)" }
    static var valueName: String? { "WxH" }
    static var expectation: String { "a width and a height such as 800x600" }
}

/// One page of a file, or all pages.
enum PageChoice: CommandValue, Equatable {
    case number(Int)
    case all

    init?(argument: String) {
        if argument == "all" {
            self = .all
        } else if let number = Int(argument), number > 0 {
            self = .number(number)
        } else {
            return nil
        }
    }

    var number: Int? { if case .number(let number) = self { number } else { nil } }
    var written: String { number.map(\.written) ?? "all" }
    static var valueName: String? { "N|all" }
    static var expectation: String { "a page number, or all" }
}

extension SourceRequest.Rotation: CommandValue {
    init?(argument: String) {
        guard let degrees = Int(argument) else { return nil }
        self.init(rawValue: degrees)
    }

    var written: String { String(rawValue) }
    static var choices: [String] { allCases.map(\.written) }
}

extension SourceRequest.Intent: CommandValue {}
extension SourceRequest.ColourRule: CommandValue {}

extension SourceRequest.ValueRange: CommandValue {
    init?(argument: String) { self.init(rawValue: argument) }
    var written: String { rawValue }
    static var valueName: String? { "stored|auto|MIN,MAX" }
    static var expectation: String { "stored, auto, or two numbers such as 0,4095" }
}

extension PixelRegion: CommandValue {
    init?(argument: String) {
        guard let numbers = numbers(in: argument, separator: ",", 0...), numbers.count == 4,
            numbers[2] > 0, numbers[3] > 0
        else { return nil }
        self.init(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
    }

    var written: String { "\(x),\(y),\(width),\(height)" }
    static var valueName: String? { "X,Y,W,H" }
    static var expectation: String { "x, y, width and height such as 100,50,800,600" }
}

/// The size of a tile: one side of a square, or width and height.
struct TileSize: CommandValue {
    let width: Int
    /// The height; `nil` for a square tile.
    let height: Int?

    init?(argument: String) {
        guard let sides = numbers(in: argument, separator: "x", 1...8192), sides.count <= 2 else {
            return nil
        }
        width = sides[0]
        height = sides.count == 2 ? sides[1] : nil
    }

    var written: String { height.map { "\(width)x\($0)" } ?? "\(width)" }
    static var valueName: String? { "SIZE" }
    static var expectation: String { "a number from 1 to 8192, or two as in 256x128" }
}

/// Returns the numbers between separators; `nil` if a number is missing or outside the range.
private func numbers(
    in text: String, separator: Character, _ range: some RangeExpression<Int>
) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { Int($0) }.filter(range.contains)
    return numbers.count == parts.count ? numbers : nil
}

extension PathArgument {
    /// Returns the path as text. Throws if the path is not UTF-8, because the library accepts only
    /// UTF-8.
    func textOrError() throws(ZigguratError) -> String {
        guard let text else {
            throw ZigguratError(CommandError.pathNotUTF8, raw.escaped)
        }
        return text
    }
}

extension [PathArgument] {
    /// Returns the paths that are UTF-8, and errors for all other paths.
    func texts() -> ([String], [ZigguratError]) {
        var texts: [String] = []
        var errors: [ZigguratError] = []
        for path in self {
            do throws(ZigguratError) {
                texts.append(try path.textOrError())
            } catch {
                errors.append(error)
            }
        }
        return (texts, errors)
    }
}

extension Completion {
    /// The names of the exports in the folder of `--output`.
    static let exportNames = Completion.found(
        WordFinder { option in
            option("--output").map { Exporter(destination: $0).names } ?? []
        }, besides: .nothing)

    /// Completes exports in the default output folder, together with files or folders.
    static func exports(besides others: Completion) -> Completion {
        .found(
            WordFinder { _ in
                let folder = "Output"
                return Exporter(destination: folder).names.map { "\(folder)/\($0)" }
            }, besides: others)
    }
}
