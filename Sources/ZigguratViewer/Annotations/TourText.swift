import ZigguratCore

/// The text of a tour: plain text with `**strong**`, `*emphasized*` and `[linked](address)` pieces.
///
/// A backslash before one of `\ * [ ]` makes the character plain. Everything else, such as HTML, is
/// plain text.
struct TourText {
    private let text: [Character]
    /// For each position, the positions of the next `](` and the next `)`; the end of the text if
    /// missing.
    private var middles: [Int]
    private var ends: [Int]
    private var lastStar = -1
    private var lastStars = -1

    /// Returns the pieces of a paragraph.
    static func spans(in text: String) throws(TourContentError) -> Tour.Paragraph {
        try TourText(text).spans()
    }

    /// Returns the paragraphs of a text. Empty lines separate paragraphs.
    static func paragraphs(in text: String) throws(TourContentError) -> [Tour.Paragraph] {
        var all: [Tour.Paragraph] = []
        var lines: [String] = []
        let source = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for line in source.map(\.trimmingSpaces) + [""] {
            if !line.isEmpty {
                lines.append(line)
            } else if !lines.isEmpty {
                all.append(try spans(in: lines.joined(separator: " ")))
                lines = []
            }
        }
        return all
    }

    private init(_ source: String) {
        text = Array(source)
        middles = Array(repeating: text.count, count: text.count + 1)
        ends = middles
        var previous: Character?
        for index in text.indices.reversed() {
            let isMiddle = text[index] == "]" && previous == "("
            middles[index] = isMiddle ? index : middles[index + 1]
            ends[index] = text[index] == ")" ? index : ends[index + 1]
            if text[index] == "*" {
                if previous == "*", lastStars < 0 { lastStars = index }
                if lastStar < 0 { lastStar = index }
            }
            previous = text[index]
        }
    }

    private func spans() throws(TourContentError) -> Tour.Paragraph {
        var spans: Tour.Paragraph = []
        var (isStrong, isEmphasized, word) = (false, false, "")
        func add(address: String? = nil) {
            guard !word.isEmpty else { return }
            spans.append(
                Tour.Span(word, isStrong: isStrong, isEmphasized: isEmphasized, address: address))
            word = ""
        }
        var index = 0
        while index < text.count {
            let character = text[index]
            let next = index + 1 < text.count ? text[index + 1] : nil
            if character == "\\", let next, "\\*[]".contains(next) {
                word.append(next)
                index += 2
            } else if character == "*", next == "*", isStrong || lastStars > index + 1 {
                add()
                isStrong.toggle()
                index += 2
            } else if character == "*", next != "*",
                isEmphasized || lastStar > index && next?.isWhitespace == false
            {
                add()
                isEmphasized.toggle()
                index += 1
            } else if character == "[", let link = link(at: index) {
                add()
                word = link.text
                add(address: try Self.checked(link.address))
                index = link.end
            } else {
                word.append(character)
                index += 1
            }
        }
        add()
        return spans
    }

    private func link(at start: Int) -> (text: String, address: String, end: Int)? {
        let middle = middles[start]
        guard middle < text.count else { return nil }
        let end = ends[middle]
        guard end < text.count, middle > start + 1 else { return nil }
        return (
            String(text[(start + 1)..<middle]), String(text[(middle + 2)..<end]).trimmingSpaces,
            end + 1
        )
    }

    /// Returns an address of the web, of mail or of a view of the image. Other links, such as
    /// scripts, are rejected.
    private static func checked(_ address: String) throws(TourContentError) -> String {
        if address.hasPrefix("#") { return "#\(try TourView.view(in: address))" }
        let lower = address.lowercased()
        let isKnown = ["http://", "https://", "mailto:"].contains { scheme in
            lower.hasPrefix(scheme) && lower.count > scheme.count
        }
        guard isKnown, address.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F })
        else { throw .unsupportedAddress(address) }
        return address
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmingSpaces: String {
        let start = drop(while: \.isWhitespace)
        return String(start.reversed().drop(while: \.isWhitespace).reversed())
    }
}
