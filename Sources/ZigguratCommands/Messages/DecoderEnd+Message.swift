internal import ZigguratKit

extension SourceFailure.DecoderEnd {
    var message: Message {
        switch self {
        case .cannotStart: Message("cannot start the process of its decoder")
        case .crashed: Message("its decoder crashed", hint: Self.undamaged)
        case .outOfMemory(let limit):
            Message(
                "out of memory: its decoder needs more than \(limit / 1_000_000) MB",
                hint: "allow more with --max-memory if you trust the author of the file")
        case .timeout(let seconds):
            Message(
                "timeout: its decoder delivered nothing for \(seconds) seconds",
                hint: "allow more with --decoder-timeout if you trust the author of the file")
        case .processorTime:
            Message("timeout: its decoder took too much processor time", hint: Self.undamaged)
        case .invalidAnswer:
            Message("its decoder sent an invalid answer", hint: Self.undamaged)
        }
    }

    private static let undamaged =
        "get an undamaged copy of the file, or convert it to TIFF or PNG with another program"
}
