/// An element of a document to be written: a name, attributes in order, and text or child elements.
public struct XMLElement: Sendable {
    public let name: String
    public let attributes: [(name: String, value: String)]
    public let children: [XMLElement]
    /// What stands before the children.
    public let text: String

    public init(
        _ name: String, _ attributes: [(name: String, value: String)] = [],
        _ children: [XMLElement] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        text = ""
    }

    public init(_ name: String, text: String) {
        self.name = name
        attributes = []
        children = []
        self.text = text
    }
}
