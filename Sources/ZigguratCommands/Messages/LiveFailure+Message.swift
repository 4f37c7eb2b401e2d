internal import ZigguratKit

extension LiveFailure: Worded {
    var message: Message {
        switch self {
        case .outsideFolder:
            Message(
                "permission denied: the file is a link to a place outside the folder",
                hint: "name the file itself on the command line")
        case .largerThanCache(let bytes, let limit):
            Message(
                "cache too small: the tiles need about \(Amount.bytes(bytes)), the limit is "
                    + Amount.bytes(limit),
                hint: "use a larger --cache-size, or larger tiles")
        case .noCacheFolder:
            Message(
                "cache folder not found: HOME is not set", hint: "name a folder with --cache")
        case .unusableCache(let failure):
            Message(
                failure.message.problem,
                hint: failure.problem == .diskFull
                    ? "free some space, or use a smaller --cache-size"
                    : "choose another folder with --cache", statesCause: failure.message.statesCause
            )
        case .sizeTemplate(let template):
            Message(
                "invalid template “\(template)” for --size-naming",
                hint: "use {name}, {kind}, {value} and {ext}, each once")
        }
    }
}
