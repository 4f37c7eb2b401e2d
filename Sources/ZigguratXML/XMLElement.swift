/// An element of a document to be written: a name, attributes in order, and child elements.
public struct XMLElement: Sendable {
    public let name: String
    public let attributes: [(name: String, value: String)]
    public let children: [XMLElement]

    public init(
        _ name: String, _ attributes: [(name: String, value: String)] = [],
        _ children: [XMLElement] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
    }
}
