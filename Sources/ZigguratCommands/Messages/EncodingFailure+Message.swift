internal import ZigguratKit

extension EncodingFailure: Worded {
    var message: Message {
        switch self {
        case .failed(let format, nil):
            Message("cannot encode a \(format.name) tile")
        case .failed(let format, let tile?):
            Message(
                "cannot encode the \(format.name) tile in column \(tile.column), row \(tile.row) "
                    + "at 1:\(1 << tile.reduction)")
        case .outOfMemory(let format):
            Message("out of memory for the \(format.name) encoder", hint: "use fewer --jobs")
        case .profile(let format):
            Message("cannot embed the colour profile in a \(format.name) tile")
        case .resampling:
            Message("cannot resample the image")
        case .resamplingSixteenBits:
            Message(
                "unsupported: several --scales with 16 bits per sample",
                hint: "omit --bits, or use only one of the --scales")
        case .rowMemory(let byteCount):
            Message(
                "out of memory: cannot allocate \(byteCount / 1_000_000) MB for row buffers",
                hint: "close other programs, or export with smaller tiles")
        case .noThread:
            Message("cannot start a thread", hint: "close other programs")
        case .noJob(let state):
            Message(
                "internal error: tiles are missing, but no job can run (\(state))",
                hint: "report this with the size and the options of the export")
        case .unsupported(let format):
            Message(
                "unsupported: the installed libvips cannot encode \(format.name) tiles",
                hint: "use another --format, or install libvips with \(format.name)")
        case .missingLibrary(let name):
            Message("not found: the library \(name)", hint: "install it")
        case .incompatibleLibrary(let name):
            Message(
                "incompatible version of \(name): not the one that Ziggurat was built with",
                hint: "run Scripts/bootstrap, then make build")
        }
    }
}
