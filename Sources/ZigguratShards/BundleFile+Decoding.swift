internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratStore
internal import ZigguratSystem

extension BundleFile {
    /// Reads a JSON document of a plan.
    ///
    /// - Throws: ``ShardError/invalid(member:limit:)`` if a member is missing or invalid.
    static func decoded<Value: Decodable>(
        _ type: Value.Type, from bytes: [UInt8], of place: String
    ) throws(ZigguratError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(bytes))
        } catch {
            let member = (error as? DecodingError).map(Self.member) ?? ""
            throw ZigguratError(ShardError.invalid(member: member), place)
        }
    }

    /// Returns the path of the missing or invalid member, such as `tasks[2].cost`; empty for the
    /// whole document.
    private static func member(of error: DecodingError) -> String {
        let path: [any CodingKey] =
            switch error {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context),
                .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        return path.reduce(into: "") { text, key in
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }
}
