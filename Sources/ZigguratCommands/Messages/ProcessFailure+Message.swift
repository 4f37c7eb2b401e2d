internal import ZigguratKit

extension ProcessFailure: Worded {
    var message: Message {
        switch self {
        case .cannotStart: Message("cannot start the program")
        }
    }
}
