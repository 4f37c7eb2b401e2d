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

/// Captions of books and their pages, and of exports that get further texts.
extension Caption {
    /// Returns the caption, with its texts replaced by the texts of another caption.
    package func overlaid(by other: Caption) -> Caption {
        var caption = self
        let texts: [WritableKeyPath<Caption, String?>] = [
            \.title, \.description, \.attribution, \.rights, \.licence, \.creator, \.date,
            \.language, \.homepage, \.partOf,
        ]
        for text in texts {
            if let value = other[keyPath: text] { caption[keyPath: text] = value }
        }
        caption.order = other.order ?? order
        if !other.fields.isEmpty { caption.fields = other.fields }
        for (language, texts) in other.translations {
            caption.translations[language] =
                caption.translations[language]?.overlaid(by: texts) ?? texts
        }
        return caption
    }

    /// Returns the texts that differ from another caption, without title and order.
    package func without(_ other: Caption) -> Caption {
        var caption = Caption()
        let texts: [WritableKeyPath<Caption, String?>] = [
            \.description, \.attribution, \.rights, \.licence, \.creator, \.date,
        ]
        for text in texts where self[keyPath: text] != other[keyPath: text] {
            caption[keyPath: text] = self[keyPath: text]
            for (language, translation) in translations {
                if let value = translation[keyPath: text] {
                    caption.translations[language, default: Caption()][keyPath: text] = value
                }
            }
        }
        caption.language = language
        caption.fields = fields.filter { !other.fields.contains($0) }
        return caption
    }

    /// The texts of a book that its pages also have: all texts except the title, the description
    /// and the position.
    package var ofPages: Caption {
        var caption = Caption()
        for text in Self.textsOfPages { caption[keyPath: text] = self[keyPath: text] }
        caption.fields = fields
        caption.translations = translations.mapValues(\.ofPages).filter { $0.value != Caption() }
        return caption
    }

    private static var textsOfPages: [WritableKeyPath<Caption, String?>] {
        [
            \.attribution, \.rights, \.licence, \.creator, \.date, \.language, \.homepage, \.partOf,
        ]
    }

    /// Updates the texts that a page takes from its book, after the texts of the book have changed.
    package mutating func inherit(from old: Caption, to new: Caption) {
        let (old, new) = (old.ofPages, new.ofPages)
        let languages = Set(old.translations.keys).union(new.translations.keys)
        for text in Self.textsOfPages {
            if self[keyPath: text] == old[keyPath: text] {
                self[keyPath: text] = new[keyPath: text]
            }
            for language in languages {
                var own = translations[language] ?? Caption()
                guard own[keyPath: text] == old.translations[language]?[keyPath: text] else {
                    continue
                }
                own[keyPath: text] = new.translations[language]?[keyPath: text]
                translations[language] = own == Caption() ? nil : own
            }
        }
        let own = fields.filter { !old.fields.contains($0) }
        fields =
            new.fields.map { field in own.first { $0.label == field.label } ?? field }
            + own.filter { field in !new.fields.contains { $0.label == field.label } }
    }
}
