internal import CommandLineParsing

/// One side of a square tile, or width and height of another.
struct TileSize: CommandValue {
    let width: Int
    /// `nil` where one number was given.
    let height: Int?

    init?(argument: String) {
        let sides = argument.split(separator: "x", omittingEmptySubsequences: false).map {
            Int($0).flatMap { (1...8192).contains($0) ? $0 : nil }
        }
        guard (1...2).contains(sides.count), let width = sides[0] else { return nil }
        if sides.count == 2, sides[1] == nil { return nil }
        self.width = width
        height = sides.count == 2 ? sides[1] : nil
    }

    var written: String { height.map { "\(width)x\($0)" } ?? "\(width)" }
    static var valueName: String? { "SIZE" }
    static var expectation: String { "a number from 1 to 8192, or two as in 256x128" }
}
