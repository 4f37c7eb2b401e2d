internal import ZigguratKit

extension ServerFailure: Worded {
    var message: Message {
        let hosts = "use 127.0.0.1 for this machine, 0.0.0.0 for its networks"
        return switch self {
        case .folderNotFound: Message("folder not found", hint: "name the folder of the exports")
        case .notFolder: Message("not a folder", hint: "name the folder of the file")
        case .cannotOpenFolder: Message("cannot open the folder")
        case .cannotRestrictFolder:
            Message(
                "unsupported: openat2 is not available",
                hint: "use Linux 5.6 or newer, and a container that allows openat2")
        case .hostNotFound: Message("address not found", hint: hosts)
        case .addressInUse:
            Message("address already in use", hint: "use another port; --port 0 chooses a free one")
        case .addressNotAllowed:
            Message("permission denied", hint: "use a port above 1023 with --port")
        case .addressNotAvailable: Message("address not available on this machine", hint: hosts)
        case .cannotListen: Message("cannot listen")
        }
    }
}
