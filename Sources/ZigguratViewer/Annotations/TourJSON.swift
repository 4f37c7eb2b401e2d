internal import ZigguratCore
internal import ZigguratSystem

/// A tour as JSON: an object with `title`, `text` and `steps`.
///
/// Each step has `title`, `view`, `text`, `image`, `sound` and `seconds`. Texts have the format of
/// ``TourText``, with empty lines between paragraphs.
struct TourJSON {
    fileprivate var media: TourMedia

    /// - Throws: ``TourError`` with the path of the value.
    static func tour(
        in bytes: [UInt8], media: TourMedia
    ) throws(ZigguratError) -> (tour: Tour, media: TourMedia) {
        var parser = TourJSON(media: media)
        do throws(ZigguratError) {
            return (try parser.tour(in: JSONNode(document: bytes)), parser.media)
        } catch {
            guard case .invalid(let reason, let place) = error.reason as? AnnotationFileError
            else {
                throw error
            }
            throw ZigguratError(
                TourError.invalidJSON(reason, place: place), cause: error.cause)
        }
    }

    private mutating func tour(in root: JSONNode) throws(ZigguratError) -> Tour {
        let nodes = try root.required("steps")
        let items = try nodes.items()
        guard !items.isEmpty else { throw error(.noSteps, nodes) }
        let limit = TourMarkdown.mostSteps
        guard items.count <= limit else { throw error(.tooManySteps(limit: limit), nodes) }
        let title = try root.required("title")
        var tour = Tour(title: try heading(title), steps: [])
        tour.introduction = try text(of: root)
        for item in items { tour.steps.append(try step(item)) }
        return tour
    }

    private mutating func step(_ node: JSONNode) throws(ZigguratError) -> Tour.Step {
        var step = Tour.Step(
            title: try heading(try node.required("title")),
            view: try view(try node.required("view")))
        step.text = try text(of: node)
        if let image = node.member("image") {
            step.image = try file(image, .image, label: "alt")
        }
        if let sound = node.member("sound") {
            step.sound = try file(sound, .sound, label: "label")
        }
        if let seconds = node.member("seconds") {
            let number = try seconds.number()
            guard number >= 1, number <= 3600 else { throw error(.invalidSeconds, seconds) }
            step.seconds = number
        }
        return step
    }

    private func heading(_ node: JSONNode) throws(ZigguratError) -> String {
        let text = try node.text().trimmingSpaces
        guard !text.isEmpty else { throw error(.emptyHeading, node) }
        return text
    }

    private func text(of node: JSONNode) throws(ZigguratError) -> [Tour.Paragraph]? {
        guard let text = node.member("text") else { return nil }
        let words = try text.text()
        let paragraphs = try checked(text) { () throws(TourContentError) in
            try TourText.paragraphs(in: words)
        }
        return paragraphs.isEmpty ? nil : paragraphs
    }

    /// Returns a view from a link, or from a rectangle in pixels: `x`, `y`, `width`, `height`.
    private func view(_ node: JSONNode) throws(ZigguratError) -> String {
        guard node.isObject else {
            let link = try node.text()
            return try checked(node) { () throws(TourContentError) in try TourView.view(in: link) }
        }
        let sides = try ["x", "y", "width", "height"].map { name throws(ZigguratError) in
            try node.required(name).number()
        }
        return try checked(node) { () throws(TourContentError) in
            try TourView.view(x: sides[0], y: sides[1], width: sides[2], height: sides[3])
        }
    }

    /// Reads the name of a file, or an object with the name and a label.
    private mutating func file(
        _ node: JSONNode, _ kind: TourMedia.Kind, label: String
    ) throws(ZigguratError) -> Tour.Media {
        let name = node.isObject ? try node.required("file") : node
        let path = try name.text()
        let text = node.isObject ? try node.member(label)?.text() ?? "" : ""
        var media = media
        let copy = try checked(name) { () throws(TourContentError) in try media.add(path, kind) }
        self.media = media
        return Tour.Media(file: copy, text: text)
    }

    private func checked<Value>(
        _ node: JSONNode, _ body: () throws(TourContentError) -> Value
    ) throws(ZigguratError) -> Value {
        do throws(TourContentError) {
            return try body()
        } catch {
            throw self.error(error, node)
        }
    }

    private func error(_ reason: TourContentError, _ node: JSONNode) -> ZigguratError {
        ZigguratError(TourError.invalid(reason, .value(node.place)))
    }
}

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
