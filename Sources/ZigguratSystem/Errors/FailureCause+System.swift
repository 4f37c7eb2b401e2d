internal import Glibc

extension FailureCause {
    /// The current `errno`; the failed call must be the last one.
    package static var lastSystemError: FailureCause { .system(errno) }

    static func text(ofSystemError code: Int32) -> String {
        String(cString: strerror(code))
    }
}
