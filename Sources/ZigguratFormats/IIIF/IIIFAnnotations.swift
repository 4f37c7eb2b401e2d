internal import ZigguratCore

/// The annotations of an image as an annotation page.
///
/// The page is the file `annotations.json`. The canvas contains a copy for viewers that read only
/// the manifest.
///
/// Source: IIIF Presentation API 3.0, sections 5.5 and 5.6; Web Annotation Data Model, section 4.2.
struct IIIFAnnotations {
    static let path = "annotations.json"

    let bundle: BundleDescription
    /// The address of the canvas.
    let canvas: String

    /// The address of `annotations.json`.
    private var id: String { "\(bundle.address)/\(Self.path)" }

    /// The annotation page; `nil` without annotations.
    var page: JSONValue? {
        guard !bundle.annotations.isEmpty else { return nil }
        return [
            "id": .string(id), "type": "AnnotationPage",
            "items": .array(bundle.annotations.enumerated().map { annotation($1, number: $0 + 1) }),
        ]
    }

    /// The annotation page as a separate document; `nil` without annotations.
    var document: JSONValue? {
        guard var page else { return nil }
        page["@context"] = IIIFManifest.context
        return page
    }

    /// Returns a comment on a place. The text begins with the label, for viewers that do not show
    /// labels.
    private func annotation(_ note: Annotation, number: Int) -> JSONValue {
        let bodies =
            [body(note.label, note.text, in: note.language)]
            + note.translations.sorted { $0.key < $1.key }.map { language, texts in
                body(texts.label, texts.text, in: language)
            } + (note.link.map { [body(ofLink: $0)] } ?? [])
        return [
            "id": "\(id)/\(number)", "type": "Annotation", "motivation": "commenting",
            "label": IIIFText.map(
                note.translations.mapValues(\.label).merging([note.language ?? "": note.label]) {
                    $1
                }),
            "body": bodies.count == 1 ? bodies[0] : .array(bodies),
            "target": target(of: note),
        ]
    }

    private func body(_ label: String, _ text: String?, in language: String?) -> JSONValue {
        let value = [label, text].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: "\n")
        return .object(present: [
            "type": "TextualBody", "value": .string(value), "format": "text/plain",
            "language": language.map(JSONValue.string),
        ])
    }

    /// Returns a link to a web page, or a link to the page of another export with the text of the
    /// link as its label.
    private func body(ofLink link: String) -> JSONValue {
        var body: JSONValue = [
            "id": .string(link), "type": "Text", "format": "text/html", "purpose": "linking",
        ]
        guard !link.contains("://") else { return body }
        let parts = link.split(separator: "#", maxSplits: 1)
        let view = parts.count > 1 ? "#\(parts[1])" : ""
        body["id"] = .string("\(bundle.address(ofExport: String(parts[0])))/index.html\(view)")
        body["label"] = IIIFText.map(link)
        return body
    }

    private func target(of note: Annotation) -> JSONValue {
        guard let selector = selector(of: note) else { return .string(canvas) }
        return [
            "type": "SpecificResource",
            "source": ["id": .string(canvas), "type": "Canvas"],
            "selector": selector,
        ]
    }

    /// Returns a selector of a rectangle, of another outline or of a point; `nil` for the whole
    /// image.
    private func selector(of note: Annotation) -> JSONValue? {
        if let path = note.path {
            if let rectangle = Self.rectangle(path) {
                return [
                    "type": "FragmentSelector",
                    "conformsTo": "http://www.w3.org/TR/media-frags/",
                    "value": .string("xywh=\(rectangle)"),
                ]
            }
            let size = bundle.pyramid.imageSize
            return [
                "type": "SvgSelector",
                "value": .string(
                    #"<svg xmlns="http://www.w3.org/2000/svg" "#
                        + #"viewBox="0 0 \#(size.width) \#(size.height)">"#
                        + #"<path d="\#(path)"/></svg>"#),
            ]
        }
        // The selector has whole numbers, so it names the pixel that contains the point.
        return note.point.map {
            ["type": "PointSelector", "x": .integer(Int($0.x)), "y": .integer(Int($0.y))]
        }
    }

    /// Returns `x,y,w,h` if an outline is a rectangle of whole pixels; `nil` for other outlines.
    private static func rectangle(_ path: String) -> String? {
        guard let match = path.wholeMatch(of: /M(\d+) (\d+)h(\d+)v(\d+)h-(\d+)Z/),
            match.3 == match.5, match.3 != "0", match.4 != "0",
            // A rectangle of one pixel is a point.
            !(match.3 == "1" && match.4 == "1")
        else { return nil }
        return "\(match.1),\(match.2),\(match.3),\(match.4)"
    }
}
