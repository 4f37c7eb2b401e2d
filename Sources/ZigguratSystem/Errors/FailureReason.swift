internal import Glibc

/// Why an operation failed, as a typed value.
///
/// Each module has its own enumeration of reasons, with the facts as associated values: a field, a
/// limit, a level. A reason has no sentence; the program that shows it to a person words it.
public protocol FailureReason: Hashable, Sendable {
    /// The kind of failure, for programs that only need to tell a few kinds apart.
    var code: ZigguratError.Code { get }
}

extension ZigguratError {
    /// What another piece of software said about a failure.
    public enum Cause: Hashable, Sendable, CustomStringConvertible {
        /// An error number of the operating system, as in `errno`.
        case system(Int32)
        /// A message of a library or a program, such as libtiff or rclone.
        case library(String)

        /// The cause's own text: that of `strerror` for an error number.
        public var description: String {
            switch self {
            case .system(let code): String(cString: strerror(code))
            case .library(let message): message
            }
        }

        /// The current `errno`; the failed call must be the last one.
        package static var lastSystemError: ZigguratError.Cause { .system(errno) }
    }
}
