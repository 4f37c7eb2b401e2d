/// A setting that is coded as the text of the command line.
@propertyWrapper
package struct CodedAsText<Value>: Codable, Hashable, Sendable
where Value: LosslessStringConvertible & Hashable & Sendable {
    package var wrappedValue: Value

    package init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Value(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "invalid text")
        }
        wrappedValue = value
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.description)
    }
}

/// A list that is coded with commas between its elements: `1,2`.
package struct CommaList<Element>: LosslessStringConvertible, Hashable, Sendable
where Element: LosslessStringConvertible & Hashable & Sendable {
    package var elements: [Element]

    package init(_ elements: [Element]) {
        self.elements = elements
    }

    package init?(_ description: String) {
        elements = []
        for word in description.split(separator: ",", omittingEmptySubsequences: false) {
            guard let element = Element(String(word)) else { return nil }
            elements.append(element)
        }
    }

    package var description: String {
        elements.map(\.description).joined(separator: ",")
    }
}
