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
        case .sizeTemplate(let template):
            Message(
                "invalid template “\(template)” for --size-naming",
                hint: "use {name}, {kind}, {value} and {ext}, each once")
        }
    }
}
