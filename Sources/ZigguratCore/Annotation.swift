internal import ZigguratSystem

/// Something that is said of a place in a picture, or of all of it.
public struct Annotation: Hashable, Sendable, Codable {
    /// What stands beside the place: a few words.
    public var label: String
    /// More than the label says; plain text.
    public var text: String?
    /// The outline as SVG path data (SVG 2, section 9.3), in pixels of the picture.
    public var path: String?
    /// Where the pin is, in pixels of the picture; in the middle of the outline where it is `nil`.
    public var point: Point?

    public init(
        label: String, text: String? = nil, path: String? = nil, point: Point? = nil
    ) {
        self.label = label
        self.text = text
        self.path = path
        self.point = point
    }

    /// A place in a picture in pixels, from its top left corner.
    public struct Point: Hashable, Sendable, Codable {
        public var x: Double
        public var y: Double

        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }
    }
}
