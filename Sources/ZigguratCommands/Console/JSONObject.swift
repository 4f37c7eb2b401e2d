/// A JSON object, written as a literal. Members that are `nil` are omitted.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
    private var members: [String: any Encodable] = [:]

    init(dictionaryLiteral members: (String, (any Encodable)?)...) {
        for (name, value) in members { self.members[name] = value }
    }

    subscript(_ name: String) -> (any Encodable)? {
        get { members[name] }
        set { members[name] = newValue }
    }

    private struct Member: Encodable {
        let value: any Encodable

        func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
    }

    func encode(to encoder: any Encoder) throws {
        try members.mapValues(Member.init).encode(to: encoder)
    }
}
