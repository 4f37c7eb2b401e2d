/// A key is stored as the text in the head of a column.
extension RecordKey: Codable {
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        self = try Self.parse(text).key
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .property(let property): try container.encode(property.rawValue)
        case .field(let label): try container.encode(label)
        }
    }
}
