package import ZigguratCore
internal import ZigguratSystem

extension Caption {
    /// Returns the caption with its placeholders replaced by parts of a source's path.
    ///
    /// The placeholders are `{stem}`, `{ext}`, `{parent}`, `{name}`, `{page}` and `{title}`, which
    /// is the stem with spaces. Other braces are kept.
    package func expanded(for path: String, name: String, page: Int) -> Caption {
        var caption = self
        let texts: [WritableKeyPath<Caption, String?>] = [
            \.title, \.description, \.attribution, \.rights, \.licence, \.creator, \.date,
            \.homepage, \.partOf,
        ]
        for text in texts {
            caption[keyPath: text] = caption[keyPath: text].map { text in
                Self.expanded(text, for: path, name: name, page: page)
            }
        }
        caption.translations = translations.mapValues {
            $0.expanded(for: path, name: name, page: page)
        }
        return caption
    }

    private static func expanded(
        _ text: String, for path: String, name: String, page: Int
    ) -> String {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return text }
        let values: KeyValuePairs = [
            "{stem}": Path.stem(of: path), "{ext}": Path.ending(of: path),
            "{parent}": Path.parentName(of: path), "{name}": name, "{page}": String(page),
            "{title}": ReadableTitle.of(Path.stem(of: path)),
        ]
        var (result, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "{") {
            result += rest[..<start]
            rest = rest[start...]
            if let (placeholder, value) = values.first(where: { rest.hasPrefix($0.key) }) {
                result += value
                rest = rest.dropFirst(placeholder.count)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return result + rest
    }
}
