internal import ZigguratKit

extension Publication.Failure: Worded {
    var message: Message {
        switch self {
        case .folderNotFound:
            Message("folder not found", hint: "name the output folder, or an export in it")
        case .unsupportedFileName:
            Message(
                "unsupported file name: not UTF-8, or with control characters",
                hint: "rename or remove the file")
        case .noExport:
            Message(
                "no export found in the folder",
                hint: "name an output folder, an export in it, or one of its layouts")
        case .remoteWithUser:
            Message(
                "invalid remote: rclone does not accept a user name",
                hint: "create a remote of the type sftp: rclone config")
        case .invalidRemote:
            Message("invalid remote", hint: "write NAME:PATH, or :local:/PATH for a local folder")
        case .remoteInsideFolder:
            Message(
                "invalid remote: it is inside the folder that is uploaded",
                hint: "name a place outside the folder")
        case .bucketNotFound:
            Message("bucket not found", hint: "create it: rclone mkdir REMOTE:BUCKET")
        case .remoteNotFound:
            Message(
                "remote not found in rclone's configuration",
                hint: "create it: rclone config; list all: rclone listremotes")
        case .backendNotFound:
            Message("unknown kind of remote", hint: "list all kinds: rclone help backends")
        case .cannotUseRemote:
            Message("rclone cannot use the remote", hint: "test it with rclone lsf REMOTE")
        case .cannotListRemote: Message("rclone cannot list the remote")
        case .otherExport(let export, let folder):
            Message(
                "the remote has other exports, such as \(export), which --delete would delete",
                hint: "upload the \(folder) to its own folder on the remote")
        case .folderChanged:
            Message("an export changed during the upload", hint: "run publish again")
        case .cannotUpload: Message("cannot upload")
        case .cannotDelete: Message("cannot delete")
        case .stageFailed(let stage, let status):
            Message(
                "rclone failed with status \(status) at the \(stage.rawValue); later files skipped",
                hint: "fix the cause and run publish again; uploaded files are not sent again")
        case .programNotFound(let package):
            Message("program not found on PATH", hint: "apt-get install \(package)")
        case .programTooOld(let version, let required):
            Message(
                "version \(Self.text(version)) is too old; \(Self.text(required)) is required",
                hint: "install a newer one: rclone.org/downloads")
        case .unknownProgramVersion:
            Message("unknown version", hint: "install rclone: rclone.org/downloads")
        }
    }

    private static func text(_ version: [Int]) -> String {
        version.map(String.init).joined(separator: ".")
    }
}

extension Publication.Note: Worded {
    var message: Message {
        switch self {
        case .skippedFiles(let first, let count):
            Message(
                "\(first)\(count > 1 ? " and \(count - 1) more" : ""): skipped, not regular files")
        case .changesUnnoticed(let remote):
            Message(
                "\(remote): stores neither times nor checksums; only changes of size are noticed")
        }
    }
}
