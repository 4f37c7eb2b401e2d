/// A setting that is coded as text, as it is written on the command line.
@propertyWrapper
public struct CodedAsText<Value>: Codable, Hashable, Sendable
where Value: LosslessStringConvertible & Hashable & Sendable {
    public var wrappedValue: Value

    public init(wrappedValue: Value) {
        self.wrappedValue = wrappedValue
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Value(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "invalid text")
        }
        wrappedValue = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue.description)
    }
}

/// A list that is written with commas: `1,2`.
public struct CommaList<Element>: LosslessStringConvertible, Hashable, Sendable
where Element: LosslessStringConvertible & Hashable & Sendable {
    public var elements: [Element]

    public init(_ elements: [Element]) {
        self.elements = elements
    }

    public init?(_ description: String) {
        elements = []
        for word in description.split(separator: ",", omittingEmptySubsequences: false) {
            guard let element = Element(String(word)) else { return nil }
            elements.append(element)
        }
    }

    public var description: String {
        elements.map(\.description).joined(separator: ",")
    }
}
