/// Stored as `{"property": "title"}` or `{"field": "Shelf"}`: a label may look like a property, or
/// like a label with a language.
extension RecordKey: Codable {
    private enum CodingKeys: CodingKey {
        case property, field
    }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        if let property = try members.decodeIfPresent(Property.self, forKey: .property) {
            self = .property(property)
        } else {
            self = .field(try members.decode(String.self, forKey: .field))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .property(let property): try members.encode(property, forKey: .property)
        case .field(let label): try members.encode(label, forKey: .field)
        }
    }
}
