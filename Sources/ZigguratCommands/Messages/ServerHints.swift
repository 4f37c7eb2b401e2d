internal import ZigguratKit

extension ServerError: Hinted {
    var hint: String {
        switch self {
        case .folderNotFound: "name the folder of the exports"
        case .notFolder: "name the folder of the file"
        case .cannotRestrictFolder: "use Linux 5.6 or newer, and a container that allows openat2"
        case .hostNotFound, .addressNotAvailable: Self.hosts
        case .addressInUse: "use another port; --port 0 chooses a free one"
        case .addressNotAllowed: "use a port above 1023 with --port"
        default: ""
        }
    }

    private static let hosts = "use 127.0.0.1 for this machine, 0.0.0.0 for its networks"
}

extension LiveError: Hinted {
    var hint: String {
        switch self {
        case .outsideFolder: "name the file itself on the command line"
        case .largerThanCache: "use a larger --cache-size, or larger tiles"
        case .noCacheFolder: "name a folder with --cache"
        case .unusableCache(let failure):
            failure.kind == .diskFull
                ? "free some space, or use a smaller --cache-size"
                : "choose another folder with --cache"
        case .sizeTemplate: "use {name}, {kind}, {value} and {ext}, each once"
        }
    }
}

extension PublicationError: Hinted {
    var hint: String {
        switch self {
        case .folderNotFound: "name the output folder, or an export in it"
        case .unsupportedFileName: "rename or remove the file"
        case .noExport: "name an output folder, an export in it, or one of its layouts"
        case .remoteWithUser: "create a remote of the type sftp: rclone config"
        case .invalidRemote: "write NAME:PATH, or :local:/PATH for a local folder"
        case .remoteInsideFolder: "name a place outside the folder"
        case .bucketNotFound: "create it: rclone mkdir REMOTE:BUCKET"
        case .remoteNotFound: "create it: rclone config; list all: rclone listremotes"
        case .backendNotFound: "list all kinds: rclone help backends"
        case .cannotUseRemote: "test it with rclone lsf REMOTE"
        case .otherExport(_, let folder): "upload the \(folder) to its own folder on the remote"
        case .folderChanged: "run publish again"
        case .stageFailed: "fix the cause and run publish again; uploaded files are not sent again"
        case .programNotFound(let package): "apt-get install \(package)"
        case .programTooOld: "install a newer one: rclone.org/downloads"
        case .unknownProgramVersion: "install rclone: rclone.org/downloads"
        default: ""
        }
    }
}
