/// A remark on a place in an image, or on the whole image.
public struct Annotation: Hashable, Sendable, Codable {
    /// The text beside the place: a few words.
    public var label: String
    /// Further information as plain text.
    public var text: String?
    /// The outline as SVG path data (SVG 2, section 9.3), in image pixels.
    public var path: String?
    /// Where the annotation leads: an http or https address, or the name of another export in the
    /// destination. `#` and a view may follow the name.
    public var link: String?
    /// The position of the pin; `nil` for the middle of the outline.
    public var point: Point?
    /// The language of the label and the text (BCP 47); `nil` if unknown.
    public var language: String?
    private var others: [String: Texts]?

    // Manifests omit empty dictionaries.
    private enum CodingKeys: String, CodingKey {
        case label, text, path, link, point, language
        case others = "translations"
    }

    public init(
        label: String, text: String? = nil, path: String? = nil, point: Point? = nil,
        link: String? = nil
    ) {
        self.label = label
        self.text = text
        self.path = path
        self.point = point
        self.link = link
    }

    /// The label and the text in another language.
    public struct Texts: Hashable, Sendable, Codable {
        public var label: String
        public var text: String?

        public init(label: String, text: String? = nil) {
            self.label = label
            self.text = text
        }
    }

    /// The label and the text in further languages, by language (BCP 47).
    public var translations: [String: Texts] {
        get { others ?? [:] }
        set { others = newValue.isEmpty ? nil : newValue }
    }

    /// A position in image pixels, from the top left corner.
    public struct Point: Hashable, Sendable, Codable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }
}
