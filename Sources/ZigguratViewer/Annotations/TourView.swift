/// The view of a step: a link that the page's button “Copy the link to this view” copies.
enum TourView {
    /// - Parameter link: a whole address, or its part from `#` on.
    /// - Returns: the view as in the page's address, without `#`; empty for the whole image.
    static func view(in link: String) throws(TourContentError) -> String {
        let fragment = link.firstIndex(of: "#").map { link[link.index(after: $0)...] } ?? ""
        var parts: [String] = []
        for part in fragment.split(separator: "&") {
            let (name, value) = Self.pair(part)
            switch name {
            case "xywh":
                guard numbers(in: value) != nil else { throw .invalidView(link) }
                parts.insert("xywh=\(value)", at: 0)
            case "rotate":
                guard ["0", "90", "180", "270"].contains(value) else { throw .invalidView(link) }
                if value != "0" { parts.append("rotate=\(value)") }
            case "flip":
                if value == "1" { parts.append("flip=1") }
            case "page": throw .viewOfOtherImage(link)
            // These parts belong to a tour or a slideshow.
            case "step", "play": break
            default: throw .invalidView(link)
            }
        }
        let names = parts.map { pair($0[...]).name }
        guard Set(names).count == names.count else { throw .invalidView(link) }
        return parts.joined(separator: "&")
    }

    /// Returns the view of a rectangle in image pixels.
    static func view(
        x: Double, y: Double, width: Double, height: Double
    ) throws(TourContentError) -> String {
        let text = [x, y, width, height].map(OutlineText.number).joined(separator: ",")
        guard numbers(in: text) != nil else { throw .invalidView(text) }
        return "xywh=\(text)"
    }

    /// Returns whether a view shows a part of an image.
    static func isInside(_ view: String, width: Int, height: Int) -> Bool {
        guard let part = view.split(separator: "&").first(where: { $0.hasPrefix("xywh=") }),
            let numbers = numbers(in: String(part.dropFirst(5)))
        else { return true }
        let isPercent = part.contains("percent:")
        return numbers[0] < (isPercent ? 100 : Double(width))
            && numbers[1] < (isPercent ? 100 : Double(height))
    }

    /// Returns the four numbers of a Media Fragment; `nil` for other texts.
    private static func numbers(in text: String) -> [Double]? {
        var digits = text[...]
        for unit in ["pixel:", "percent:"] where digits.hasPrefix(unit) {
            digits = digits.dropFirst(unit.count)
        }
        let parts = digits.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.wholeMatch(of: /[0-9]{1,9}(\.[0-9]{1,9})?/) == nil ? nil : Double(part)
        }
        guard parts.count == 4, numbers.count == 4, numbers[2] > 0, numbers[3] > 0 else {
            return nil
        }
        return numbers
    }

    private static func pair(_ part: Substring) -> (name: String, value: String) {
        let sides = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (String(sides[0]), sides.count > 1 ? String(sides[1]) : "")
    }
}
