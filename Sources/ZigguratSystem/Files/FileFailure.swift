internal import Glibc

/// The reason why a file or folder cannot be used.
public struct FileFailure: FailureReason {
    public enum Operation: String, Hashable, Sendable, CaseIterable {
        case read, listFolder, write, createFolder, remove, move, lock
    }

    public enum Problem: String, Hashable, Sendable, CaseIterable {
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
    public let problem: Problem

    public init(_ operation: Operation, _ problem: Problem) {
        self.operation = operation
        self.problem = problem
    }

    public var code: ZigguratError.Code {
        switch operation {
        case .read, .listFolder: .unreadableSource
        case .write, .createFolder, .remove, .move, .lock: .unwritable
        }
    }
}

extension FileFailure.Problem {
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
    package static func file(_ operation: FileFailure.Operation, _ path: String) -> ZigguratError {
        file(operation, path, systemError: errno)
    }

    package static func file(
        _ operation: FileFailure.Operation, _ path: String, systemError code: Int32
    ) -> ZigguratError {
        ZigguratError(
            FileFailure(operation, FileFailure.Problem(systemError: code)), path,
            cause: .system(code))
    }
}
