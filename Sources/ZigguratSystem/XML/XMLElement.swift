/// An element of a document to be written: a name, attributes in order, and text or child elements.
package struct XMLElement: Sendable {
    package let name: String
    package let attributes: [(name: String, value: String)]
    package let children: [XMLElement]
    /// What stands before the children.
    package let text: String

    package init(
        _ name: String, _ attributes: [(name: String, value: String)] = [],
        _ children: [XMLElement] = []
    ) {
        self.name = name
        self.attributes = attributes
        self.children = children
        text = ""
    }

    package init(_ name: String, text: String) {
        self.name = name
        attributes = []
        children = []
        self.text = text
    }
}
