internal import ZigguratKit

extension NamingFailure: Worded {
    var message: Message {
        let words = problem.message
        return Message("character \(position): \(words.problem)", hint: words.hint)
    }
}

extension NamingFailure.Problem: Worded {
    var message: Message {
        let path = "use a path such as {z}/{x}/{y}.{ext}, without a slash at either end"
        switch self {
        case .unopenedBrace: return Message("unexpected “}”")
        case .unclosedBrace: return Message("missing “}”")
        case .emptyName: return Message("missing name of a folder or file", hint: path)
        case .relativeName(let name): return Message("invalid name “\(name)”", hint: path)
        case .controlCharacter: return Message("invalid control character", hint: "omit it")
        case .hiddenName(let name):
            return Message(
                "invalid hidden name “\(name)”", hint: "begin names with a letter or a number")
        case .unknownPlaceholder(let word):
            let known = PathPlaceholder.allCases.map { "{\($0.rawValue)}" }
            return Message(
                "unknown placeholder {\(word)}", hint: "use \(known.joined(separator: " "))")
        case .invalidWidth(let width, let placeholder):
            return Message(
                "invalid width “\(width)”",
                hint: "use 0 and a number from 1 to 32, as in {\(placeholder):04}")
        case .nameTooLong(let bytes, let limit):
            return Message("name too long: \(bytes) bytes", hint: "use at most \(limit) bytes")
        case .pathTooLong(let bytes, let limit):
            return Message("path too long: \(bytes) bytes", hint: "use at most \(limit) bytes")
        case .reservedPath(let path):
            return Message(
                "reserved path “\(path)”: the bundle's page uses it",
                hint: "use another name than index.html and viewer")
        case .duplicatePath(let path, let tiles, let densities, let placeholder, let isUsed):
            let scales = densities[0] == densities[1] ? ["", ""] : densities.map { "@\($0)x" }
            return Message(
                "duplicate path “\(path)” of two tiles: \(tiles[0])\(scales[0]) and "
                    + "\(tiles[1])\(scales[1])",
                hint: isUsed
                    ? "put a separator after \(placeholder)" : "add \(placeholder)")
        }
    }
}
