package import Glibc

// To be deleted with its last uses.
extension FileSystem {
    package static func failure(_ path: String, _ problem: String) -> ZigguratError {
        let code = errno
        let reason = FailureCause.system(code).description
        let remedy =
            switch code {
            case EACCES, EPERM, EROFS, ENOENT: "choose a folder that you may write to with --output"
            case ENOSPC, EDQUOT: "make room, or choose another folder with --output"
            case ENAMETOOLONG: "choose a shorter name with --name"
            default: ""
            }
        return ZigguratError(.unwritable, path, "\(problem) (\(reason))", remedy: remedy)
    }

    package static func names(in path: String) -> [String] { (try? entries(in: path)) ?? [] }

    package static func hiddenNames(in path: String, startingWith prefix: String) -> [String] {
        (try? entries(in: path, startingWith: prefix)) ?? []
    }

    package static func read(_ path: String) -> [UInt8]? {
        try? RandomAccessFile(path).allBytes()
    }

    package static func writeAll(_ bytes: RawSpan, to file: Int32) -> Bool {
        FileTransfer.write(bytes, to: file)
    }

    package static func status(_ path: String) -> stat? {
        var status = stat()
        return unsafe stat(path, &status) == 0 ? status : nil
    }
}
