internal import Glibc

extension FailureCause {
    /// The error number that the last failed system call left in `errno`.
    package static var lastSystemError: FailureCause { .system(errno) }

    static func text(ofSystemError code: Int32) -> String {
        String(cString: strerror(code))
    }
}
