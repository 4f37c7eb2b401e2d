internal import Glibc
internal import ZigguratCore
internal import ZigguratSystem

/// A hidden file beside the destination that takes its place when it is complete.
struct SamplePartialFile {
    let path: String
    private let destination: String

    /// Makes the file, empty: a destination that cannot be written shows now and not at the end.
    init(for destination: String, suffix: String) throws(ZigguratError) {
        var status = stat()
        if stat(destination, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw .sampleUnwritable(destination, reason: "it is a folder")
        }
        let folder = destination.lastIndex(of: "/").map { String(destination[...$0]) } ?? ""
        let random = UInt32.random(in: 0...UInt32.max)
        let path = "\(folder).ziggurat-sample-\(getpid())-\(random).\(suffix)"
        let file = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o666)
        guard file >= 0 else {
            throw .sampleUnwritable(destination, reason: Self.lastProblem())
        }
        close(file)
        self.path = path
        self.destination = destination
    }

    func publish() throws(ZigguratError) {
        guard rename(path, destination) == 0 else {
            throw .sampleUnwritable(destination, reason: Self.lastProblem())
        }
    }

    func discard() {
        unlink(path)
    }

    private static func lastProblem() -> String {
        String(cString: strerror(errno))
    }
}
