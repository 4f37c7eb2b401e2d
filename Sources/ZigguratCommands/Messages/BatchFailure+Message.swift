internal import ZigguratKit

extension BatchFailure: Worded {
    var message: Message {
        switch self {
        case .noImages:
            Message(
                "not found: no image in this folder",
                hint: "name images, or a folder with images directly in it")
        case .imagesInFolders:
            Message(
                "not found: no image directly in this folder",
                hint: "add --recursive for the images in its folders")
        case .nameNotUTF8:
            Message(
                "invalid name: not UTF-8", hint: "rename it, or link to it under another name")
        }
    }
}
