internal import CommandLineParsing
internal import ZigguratKit

// Values of the library that options take as they are written.

extension AlphaRule: CommandValue {}
extension EdgeRule: CommandValue {}
extension LevelRounding: CommandValue {}
extension TileEncoding.Subsampling: CommandValue {}
extension ViewerKind: CommandValue {}

extension PyramidDepth: CommandValue {
    init?(argument: String) { self.init(argument) }
    var written: String { text }
    static var valueName: String? { "DEPTH" }
    static var expectation: String { "pixel, tile, a number of levels, or pixels as in 256px" }
}

extension RGBColor: CommandValue {
    init?(argument: String) { self.init(hex: argument) }
    var written: String { hex }
    static var valueName: String? { "COLOUR" }
    static var expectation: String { "a colour such as #ffffff" }
}
