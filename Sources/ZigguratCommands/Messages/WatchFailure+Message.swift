internal import ZigguratKit

extension WatchFailure: Worded {
    var message: Message {
        switch self {
        case .notFolder: Message("not a folder: --watch needs folders", hint: "name a folder")
        case .folderGone:
            Message("not found: the watched folder is gone", hint: "run the command again")
        case .numbered:
            Message(
                "unsupported with --watch: {number} in --name",
                hint: "use {stem}, which does not depend on the order")
        case .book:
            Message(
                "unsupported with --watch: --book",
                hint: "export the book when its last page has arrived")
        }
    }
}
