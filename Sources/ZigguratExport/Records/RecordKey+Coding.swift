/// Stored as `{"property": "title"}` or `{"field": "Shelf"}`, because the text of a label can be
/// the name of a property.
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
