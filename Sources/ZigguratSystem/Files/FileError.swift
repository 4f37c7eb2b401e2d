internal import Glibc

/// The reason why a file or folder cannot be used.
public struct FileError: ErrorReason {
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        case read, listFolder, write, createFolder, remove, move, lock
    }

    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case notFound, permissionDenied, readOnly, diskFull, fileTooLarge, nameTooLong,
            alreadyExists
        /// Something other than a regular file has this path.
        case notAFile
        /// Something other than a folder has this path, or is part of it.
        case notAFolder
        case truncated
        /// The error's cause gives the details.
        case other
    }

    public let operation: Operation
    public let kind: Kind

    public init(_ operation: Operation, _ kind: Kind) {
        self.operation = operation
        self.kind = kind
    }

    public var code: ZigguratError.Code {
        switch operation {
        case .read, .listFolder: .unreadableSource
        case .write, .createFolder, .remove, .move, .lock: .unwritable
        }
    }
}

extension FileError.Kind {
    init(systemError code: Int32) {
        self =
            switch code {
            case ENOENT: .notFound
            case EACCES, EPERM: .permissionDenied
            case EROFS: .readOnly
            case ENOSPC, EDQUOT: .diskFull
            case EFBIG: .fileTooLarge
            case ENAMETOOLONG: .nameTooLong
            case EEXIST, ENOTEMPTY: .alreadyExists
            case EISDIR: .notAFile
            case ENOTDIR: .notAFolder
            default: .other
            }
    }
}

extension ZigguratError {
    /// Returns the error for the current `errno`. The failed call must be the last system call.
    package static func file(_ operation: FileError.Operation, _ path: String) -> ZigguratError {
        file(operation, path, systemError: errno)
    }

    package static func file(
        _ operation: FileError.Operation, _ path: String, systemError code: Int32
    ) -> ZigguratError {
        ZigguratError(
            FileError(operation, FileError.Kind(systemError: code)), path,
            cause: .system(code))
    }
}

extension FileError: CustomStringConvertible {
    public var description: String {
        kind.words.map { "\($0): \(operation.words)" } ?? operation.words
    }

    /// Returns `nil` unless the kind is ``Kind/other``: every other kind already says what the
    /// error number means.
    public func text(of cause: ZigguratError.Cause) -> String? {
        kind == .other ? cause.description : nil
    }
}

extension FileError.Operation {
    fileprivate var words: String {
        switch self {
        case .read: "cannot read the file"
        case .listFolder: "cannot read the folder"
        case .write: "cannot write the file"
        case .createFolder: "cannot create the folder"
        case .remove: "cannot remove it"
        case .move: "cannot move it into place"
        case .lock: "cannot lock the folder"
        }
    }
}

extension FileError.Kind {
    fileprivate var words: String? {
        switch self {
        case .notFound: "not found"
        case .permissionDenied: "permission denied"
        case .readOnly: "read-only file system"
        case .diskFull: "disk full"
        case .fileTooLarge: "file too large"
        case .nameTooLong: "name too long"
        case .alreadyExists: "already exists"
        case .notAFile: "not a file"
        case .notAFolder: "not a folder"
        case .truncated: "truncated"
        case .other: nil
        }
    }
}
