internal import ZigguratKit

/// Failures that the command line finds before it calls the library, or after.
enum CommandFailure: FailureReason, Worded {
    case pathNotUTF8
    /// `index.html` was not written by Ziggurat.
    case foreignIndexPage

    var code: ZigguratError.Code {
        switch self {
        case .pathNotUTF8: .unreadableSource
        case .foreignIndexPage: .unwritable
        }
    }

    var message: Message {
        switch self {
        case .pathNotUTF8:
            Message("invalid name: not UTF-8", hint: "rename the file, or use a link to it")
        case .foreignIndexPage:
            Message("already exists and is not a page of Ziggurat", hint: "move it away")
        }
    }
}
