/// The English texts in templates: marked elements in HTML, and calls of `text` in scripts.
struct TemplateTexts {
    private static let mark = "data-text"
    /// The translated attribute of each mark.
    private static let attributes = [
        "data-text-title": "title", "data-text-label": "aria-label",
        "data-text-placeholder": "placeholder",
    ]

    /// Returns the English texts in a template. The template's name shows its kind.
    static func sources(in text: String, name: String) -> Set<String> {
        var sources: Set<String> = []
        if name.hasSuffix(".html") {
            _ = translated(text) { source in
                sources.insert(source)
                return nil
            }
        } else if name.hasSuffix(".js") {
            // The text may begin on the next line, and may be a concatenation of several strings.
            // By default, the full stop in `ziggurat.text` is no boundary of words (UAX #29).
            let call = /\btext\(\s*((?:'(?:[^'\\\n]|\\.)*'\s*\+?\s*)+)/
            for match in text.matches(of: call.wordBoundaryKind(.simple)) {
                let parts = match.output.1.matches(of: /'((?:[^'\\\n]|\\.)*)'/)
                sources.insert(parts.map { $0.output.1.replacing("\\'", with: "'") }.joined())
            }
        }
        return sources
    }

    /// Translates the marked texts of an HTML template. If an element has values, its contents are
    /// fields of the template.
    ///
    /// - Parameters:
    ///   - keepsMarks: whether scripts translate the page again. Then the marks get the English
    ///     texts as their values.
    ///   - translation: returns the translation of an English text; `nil` keeps the English text.
    static func translated(
        _ html: String, keepsMarks: Bool = true, _ translation: (String) -> String?
    ) -> String {
        var result = ""
        var end = html.startIndex
        // Matches start tags. Mustache tags contain no angle brackets.
        for match in html.matches(of: /<[A-Za-z][^<>]*\sdata-text[^<>]*>/) {
            result += html[end..<match.range.lowerBound]
            var tag = String(html[match.range])
            end = match.range.upperBound
            for (mark, attribute) in attributes.sorted(by: { $0.key < $1.key }) {
                if let range = valueRange(of: mark, in: tag) {
                    _ = translation(String(tag[range]))
                }
                guard let range = valueRange(of: attribute, in: tag), has(mark, tag) else {
                    continue
                }
                let (words, keys) = withoutKeys(tag[range])
                let text = translation(words)
                // Words in a shortcut are the names of keys, such as Shift.
                let shortcut = keys.replacing(/[A-Za-z]{2,}/) { key in
                    escaped(translation(String(key.output)) ?? String(key.output))
                }
                if let text { tag.replaceSubrange(range, with: escaped(text) + shortcut) }
                change(mark, of: words, in: &tag, isTranslated: text != nil, keepsMarks)
            }
            if let range = valueRange(of: mark, in: tag) {
                let key = String(tag[range])
                if !key.contains("{{") { _ = translation(key) }
                result += tag
            } else if has(mark, tag) {
                let content = html[end...].prefix { $0 != "<" }
                let text = translation(content.trimmed)
                change(mark, of: content.trimmed, in: &tag, isTranslated: text != nil, keepsMarks)
                result += tag + (text.map(escaped) ?? String(content))
                end = content.endIndex
            } else {
                result += tag
            }
        }
        return result + html[end...]
    }

    /// Removes a mark, or gives the mark the English text that a translation has replaced.
    private static func change(
        _ mark: String, of source: String, in tag: inout String, isTranslated: Bool,
        _ keepsMarks: Bool
    ) {
        guard let range = range(of: mark, in: tag) else { return }
        if !keepsMarks {
            tag.removeSubrange(tag.index(before: range.lowerBound)..<range.upperBound)
        } else if isTranslated {
            tag.replaceSubrange(range, with: "\(mark)=\"\(escaped(source))\"")
        }
    }

    private static func has(_ mark: String, _ tag: String) -> Bool {
        range(of: mark, in: tag) != nil
    }

    /// Returns the range of a mark without a value.
    private static func range(of mark: String, in tag: String) -> Range<String.Index>? {
        tag.ranges(of: " \(mark)").first { range in
            tag[range.upperBound...].first.map { " >\n{".contains($0) } ?? false
        }.map { tag.index(after: $0.lowerBound)..<$0.upperBound }
    }

    private static func valueRange(of name: String, in tag: String) -> Range<String.Index>? {
        guard let start = tag.firstRange(of: " \(name)=\"")?.upperBound,
            let end = tag[start...].firstIndex(of: "\"")
        else { return nil }
        return start..<end
    }

    /// Divides a title into its words and the keyboard shortcut in parentheses at its end.
    private static func withoutKeys(_ title: Substring) -> (words: String, keys: String) {
        guard title.hasSuffix(")"), let start = title.ranges(of: " (").last?.lowerBound else {
            return (String(title), "")
        }
        return (String(title[..<start]), String(title[start...]))
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;").replacing("\"", with: "&quot;")
    }
}

extension Substring {
    fileprivate var trimmed: String {
        var text = self
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text.drop(while: \.isWhitespace))
    }
}
