internal import ZigguratKit

extension EncodingFailure: Worded {
    var message: Message {
        switch self {
        case .failed(let format):
            Message("cannot encode a \(format.name) tile")
        case .outOfMemory(let format):
            Message("out of memory for the \(format.name) encoder", hint: "use fewer --jobs")
        case .profile(let format):
            Message("cannot embed the colour profile in a \(format.name) tile")
        case .unsupported(let format):
            Message(
                "unsupported: the installed libvips cannot encode \(format.name) tiles",
                hint: "take another --format, or install libvips with \(format.name)")
        case .missingLibrary(let name):
            Message("not found: the library \(name)", hint: "install it")
        case .incompatibleLibrary(let name):
            Message(
                "incompatible version of \(name): not the one that Ziggurat was built with",
                hint: "run Scripts/bootstrap, then make build")
        }
    }
}
