internal import Glibc

/// What it means that a signal ended a decoder's process.
enum SignalMeaning: Equatable {
    /// A person or a program asked for it, as Ctrl-C does.
    case request
    /// SIGKILL.
    case kill
    case processorTime
    /// Any other signal, with its name.
    case crash(String)

    init(_ signal: Int32) {
        self =
            switch signal {
            case SIGINT, SIGTERM, SIGHUP, SIGQUIT: .request
            case SIGKILL: .kill
            case SIGXCPU: .processorTime
            default: .crash(strsignal(signal).map { String(cString: $0) } ?? "signal \(signal)")
            }
    }
}
