internal import Glibc

/// The reason why an operation failed, as a typed value.
///
/// Each module has its own enumeration of reasons, with facts as associated values: a field, a
/// limit, a level. A reason contains no sentence: the program that displays the error words it.
public protocol FailureReason: Hashable, Sendable {
    /// The kind of failure, for programs that distinguish only a few kinds.
    var code: ZigguratError.Code { get }
}

extension ZigguratError {
    /// The message of other software about a failure.
    public enum Cause: Hashable, Sendable, CustomStringConvertible {
        /// An error number of the operating system, as in `errno`.
        case system(Int32)
        /// A message of a library or a program, such as libtiff or rclone.
        case library(String)

        /// The text of the cause; for an error number, the text of `strerror`.
        public var description: String {
            switch self {
            case .system(let code): String(cString: strerror(code))
            case .library(let message): message
            }
        }

        /// The current `errno`. The failed call must be the last system call.
        package static var lastSystemError: ZigguratError.Cause { .system(errno) }
    }
}
