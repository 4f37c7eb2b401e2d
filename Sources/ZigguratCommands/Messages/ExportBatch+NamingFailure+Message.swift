internal import ZigguratKit

extension ExportNaming.Failure: Worded {
    var message: Message {
        switch self {
        case .empty: Self.unusable("empty name")
        case .tooLong(let name, let bytes, let limit):
            Self.unusable(
                "name too long: “\(name.prefix(20))…” has \(bytes) bytes, the limit is \(limit)")
        case .reserved(let name): Self.unusable("invalid name: “\(name)” is reserved")
        case .emptyFolder(let name):
            Self.unusable("invalid name: “\(name)” contains an empty folder name")
        case .tooDeep(let name, let limit):
            Self.unusable("invalid name: “\(name)” has more than \(limit) folders")
        case .containsControlCharacter:
            Self.unusable("invalid name: it contains control characters")
        case .insideOther(let name, let export):
            Self.unusable("invalid name: “\(name)” would be in the folder of “\(export)”")
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
