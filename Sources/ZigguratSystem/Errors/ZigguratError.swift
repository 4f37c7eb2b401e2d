internal import Glibc

/// The library's error type: a typed reason, the file that it concerns, and a cause.
public struct ZigguratError: Error, Sendable {
    /// The kinds of failure.
    public enum Code: String, Hashable, Sendable, Codable {
        /// The source cannot be opened or read.
        case unreadableSource
        /// No decoder recognises the file's format.
        case unknownFormat
        /// The decoder of the file's format is not trusted with files from strangers.
        case untrustedSource
        /// The source ends before its last row.
        case truncatedSource
        /// The image's content is invalid or too large.
        case invalidSource
        /// A pyramid on disk is damaged or not recognised.
        case invalidPyramid
        /// The options contradict each other or the layout.
        case invalidOptions
        /// A file or folder cannot be written.
        case unwritable
        /// Two sources, or two tiles, have the same path.
        case nameClash
        /// A tile cannot be encoded.
        case encodingFailed
        /// A page or a descriptor cannot be created.
        case renderingFailed
        /// A server cannot listen at its address.
        case cannotListen
        /// A required program is missing or too old.
        case missingProgram
        /// An upload to, or a removal from, a remote failed.
        case publishingFailed
        /// The caller cancelled the operation.
        case cancelled
    }

    /// The reason why the operation failed.
    public let reason: any ErrorReason
    /// The file, level or tile that the error concerns; empty if unknown.
    public let subject: String
    /// The message of the operating system or a library; `nil` if neither is involved.
    public let cause: ZigguratError.Cause?

    public init(
        _ reason: any ErrorReason, _ subject: String = "", cause: ZigguratError.Cause? = nil
    ) {
        self.reason = reason
        self.subject = subject
        self.cause = cause
    }

    public var code: Code { reason.code }

    /// Returns the error with another subject. A reader knows the damage, and its caller knows the
    /// file.
    public func about(_ subject: String) -> ZigguratError {
        ZigguratError(reason, subject, cause: cause)
    }

    /// Returns the error with this subject if the error has no subject yet.
    public func orAbout(_ subject: String) -> ZigguratError {
        self.subject.isEmpty ? about(subject) : self
    }
}

extension ZigguratError: CustomStringConvertible {
    /// The subject, the reason and the cause on one line, for users and logs:
    /// `photo.tif: truncated: the file lacks its end`.
    ///
    /// A message of a library about image data is replaced by its meaning; ``cause`` has the
    /// message itself.
    public var description: String {
        (subject.isEmpty ? "" : "\(subject): ") + "\(reason)"
            + (cause.flatMap { reason.text(of: $0) }.map { " (\($0))" } ?? "")
    }
}

extension ZigguratError: Hashable {
    public static func == (one: ZigguratError, other: ZigguratError) -> Bool {
        AnyHashable(one.reason) == AnyHashable(other.reason) && one.subject == other.subject
            && one.cause == other.cause
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(AnyHashable(reason))
        hasher.combine(subject)
        hasher.combine(cause)
    }
}

/// The reason why an operation failed, as a typed value.
///
/// Each module has its own enumeration of reasons, with facts as associated values: a field, a
/// limit, a level.
///
/// The description of a reason says what failed and why, in at most 100 characters: one line,
/// without the file and without a full stop. The file is ``ZigguratError/subject``.
public protocol ErrorReason: Hashable, Sendable, CustomStringConvertible {
    /// The kind of failure, for programs that distinguish only a few kinds.
    var code: ZigguratError.Code { get }

    /// Returns the text of a cause that messages show in parentheses after the description; `nil`
    /// if the cause adds no information.
    func text(of cause: ZigguratError.Cause) -> String?
}

extension ErrorReason {
    public func text(of cause: ZigguratError.Cause) -> String? { cause.description }
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

/// The caller cancelled the operation.
package struct Cancelled: ErrorReason {
    package init() {}

    package var code: ZigguratError.Code { .cancelled }
}

extension Cancelled: CustomStringConvertible {
    package var description: String { "cancelled" }
}
