internal import ZigguratCore

/// What the chunks of a PNG say of its colours: the first of cICP, iCCP, sRGB, and gAMA with cHRM that
/// can be used.
///
/// Source: PNG specification, third edition, 4.3 and 11.3.2. Where it leaves a choice, the result is
/// that of Chromium: a gAMA near that of sRGB alone changes nothing, and a cHRM alone neither.
struct PNGColour {
    /// The chunks that say something of colours.
    static let chunks = ["cICP", "iCCP", "sRGB", "gAMA", "cHRM"]

    /// By which all is said that numbers say.
    let coded: CodedColour
    /// Whether a chunk says something of colours.
    let isStated: Bool
    /// The profile in iCCP; `nil` if it does not count.
    let embedded: [UInt8]?

    var profile: [UInt8]? { embedded ?? coded.profile }

    /// - Parameter chunks: by their types.
    init(_ chunks: [String: [UInt8]], isGrey: Bool) {
        isStated = Self.chunks.contains { chunks[$0] != nil }
        // A profile serves better than values of high dynamic range as they are.
        if let colour = chunks["cICP"].flatMap({ Self.video($0, isGrey: isGrey) }),
            !colour.hasHighRange || chunks["iCCP"] == nil
        {
            (coded, embedded) = (colour, nil)
            return
        }
        embedded = chunks["iCCP"].flatMap(PNGKind.unpacked)
        let isNamed = embedded != nil || chunks["sRGB"] != nil
        coded = (isNamed ? nil : Self.measured(chunks, isGrey: isGrey)) ?? .sRGB
    }

    /// Four bytes: primaries, transfer, matrix (0: none), and 1 for the full range.
    private static func video(_ chunk: [UInt8], isGrey: Bool) -> CodedColour? {
        guard chunk.count == 4, chunk[2] == 0, chunk[3] == 1 else { return nil }
        return CodedColour(
            primaries: Int(chunk[0]), transfer: Int(chunk[1]), television: .exponent(2.4),
            isGrey: isGrey)
    }

    /// gAMA is a number of four bytes, cHRM eight; 100,000 means 1.
    private static func measured(_ chunks: [String: [UInt8]], isGrey: Bool) -> CodedColour? {
        guard let gamma = chunks["gAMA"], gamma.count == 4 else { return nil }
        let stored = Double(gamma[...].bigEndian) / 100_000
        // The largest is that of light squared, the smallest that of a screen of exponent 10.
        guard (0.1...2).contains(stored) else { return nil }
        guard let points = chunks["cHRM"], points.count == 32 else {
            return abs(stored * 2.2 - 1) < 0.05
                ? nil : CodedColour(CodedColour.common, .exponent(1 / stored), isGrey: isGrey)
        }
        let values = (0..<8).map {
            Double(points[(4 * $0)..<(4 * $0 + 4)].bigEndian) / 100_000
        }
        guard isWhole(values) else { return nil }
        return CodedColour(values, .exponent(1 / stored), isGrey: isGrey)
    }

    /// Whether white has light, and red, green and blue are the corners of a triangle.
    private static func isWhole(_ points: CodedColour.Chromaticities) -> Bool {
        let (first, second) = (
            (points[4] - points[2], points[5] - points[3]),
            (points[6] - points[2], points[7] - points[3])
        )
        return points[1] > 0 && abs(first.0 * second.1 - first.1 * second.0) > 0.001
    }
}
