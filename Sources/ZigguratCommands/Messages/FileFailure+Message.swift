internal import ZigguratKit

extension FileFailure: Worded {
    var message: Message {
        let action = operation.words
        guard let kind = problem.words else { return Message(action) }
        return Message("\(kind): \(action)", hint: hint, statesCause: true)
    }

    private var hint: String {
        switch (operation, problem) {
        case (.write, .permissionDenied), (.write, .readOnly), (.write, .notFound),
            (.createFolder, .permissionDenied), (.createFolder, .readOnly),
            (.createFolder, .notFound):
            "choose a writable folder with --output"
        case (.createFolder, .alreadyExists), (.createFolder, .notAFolder):
            "a file has this path; choose another folder with --output"
        case (_, .diskFull): "free some space, or choose another folder with --output"
        case (_, .fileTooLarge): "raise the limit for files: ulimit -f unlimited"
        case (.write, .nameTooLong), (.createFolder, .nameTooLong), (.move, .nameTooLong):
            "choose a shorter name with --name"
        case (.lock, _): "choose a folder on a file system with locks: --output DIR"
        default: ""
        }
    }
}

extension FileFailure.Operation {
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

extension FileFailure.Problem {
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
