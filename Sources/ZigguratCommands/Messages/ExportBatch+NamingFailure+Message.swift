internal import ZigguratKit

extension ExportBatch.Naming.Failure: Worded {
    var message: Message {
        switch self {
        case .empty: Self.unusable("empty name")
        case .tooLong(let name, let bytes, let limit):
            Self.unusable(
                "name too long: “\(name.prefix(20))…” has \(bytes) bytes, the limit is \(limit)")
        case .reserved(let name): Self.unusable("invalid name: “\(name)” is reserved")
        case .containsSlash(let name): Self.unusable("invalid name: “\(name)” contains a slash")
        case .containsControlCharacter:
            Self.unusable("invalid name: it contains control characters")
        case .clash(let name, let count, let template):
            Message(
                "duplicate name: \(count) images would be exported as “\(name)”",
                hint: "give them different names with --name '\(template)'")
        case .unknownPlaceholder(let template, let known):
            Message(
                "unknown placeholder in “\(template)”", hint: "use \(known.joined(separator: ", "))"
            )
        }
    }

    private static func unusable(_ problem: String) -> Message {
        Message(problem, hint: "choose another name with --name")
    }
}
