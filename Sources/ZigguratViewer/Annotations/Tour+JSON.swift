import ZigguratCore

/// The tour in the configuration of a page, as the type Tour in tour.js.
extension Tour {
    var json: JSONValue {
        .object(present: [
            "title": .string(title), "text": introduction.map(Self.json),
            "steps": .array(steps.map(\.json)),
        ])
    }

    fileprivate static func json(_ paragraphs: [Paragraph]) -> JSONValue {
        .array(paragraphs.map { .array($0.map(\.json)) })
    }
}

extension Tour.Step {
    fileprivate var json: JSONValue {
        .object(present: [
            "title": .string(title), "view": .string(view), "text": text.map(Tour.json),
            "image": image.map(\.json), "sound": sound.map(\.json),
            "seconds": seconds.map(JSONValue.number),
        ])
    }
}

extension Tour.Span {
    /// The text as a string if it has no style; otherwise an object.
    fileprivate var json: JSONValue {
        if self == Tour.Span(text) { return .string(text) }
        return .object(present: [
            "text": .string(text), "strong": isStrong.map(JSONValue.boolean),
            "emphasis": isEmphasized.map(JSONValue.boolean),
            "address": address.map(JSONValue.string),
        ])
    }
}

extension Tour.Media {
    fileprivate var json: JSONValue {
        ["file": .string(Tour.mediaFolder + file), "text": .string(text)]
    }
}
