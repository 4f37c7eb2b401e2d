internal import ZigguratKit

extension BatchFailure: Worded {
    var message: Message {
        switch self {
        case .noImages:
            Message(
                "not found: no image in this folder",
                hint: "name images, or a folder with images directly in it")
        case .nameNotUTF8:
            Message(
                "invalid name: not UTF-8", hint: "rename it, or link to it under another name")
        }
    }
}
