internal import ZigguratKit

/// Failures that the command line finds before it calls the library, or after.
enum CommandFailure: FailureReason, Worded {
    case pathNotUTF8
    /// `index.html` was not written by Ziggurat.
    case foreignIndexPage
    /// A command that changes texts got none.
    case noTexts

    var code: ZigguratError.Code {
        switch self {
        case .pathNotUTF8: .unreadableSource
        case .foreignIndexPage: .unwritable
        case .noTexts: .invalidOptions
        }
    }

    var message: Message {
        switch self {
        case .pathNotUTF8:
            Message("invalid name: not UTF-8", hint: "rename the file, or use a link to it")
        case .foreignIndexPage:
            Message("already exists and is not a page of Ziggurat", hint: "move it away")
        case .noTexts:
            Message("missing texts", hint: "give --metadata FILE, or a text such as --rights URL")
        }
    }
}
