internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratSystem

/// The program `rclone`.
struct Rclone {
    private let program: String
    /// The user's options, added to every call.
    package let options: [String]
    let cancellation: Cancellation

    private static let name = "rclone"
    /// The oldest tested version, which Debian 12 provides.
    private static let oldest = [1, 60]

    init(options: [String], cancellation: Cancellation) throws(ZigguratError) {
        guard let program = ChildProcess.path(of: Self.name) else {
            throw ZigguratError(PublicationError.programNotFound(package: Self.name), Self.name)
        }
        self.program = program
        self.options = options
        self.cancellation = cancellation
        let version = try Self.version(of: program, cancellation)
        guard !version.lexicographicallyPrecedes(Self.oldest) else {
            throw ZigguratError(
                PublicationError.programTooOld(version: version, required: Self.oldest), program)
        }
    }

    /// Whether options make rclone change nothing. As in rclone, the last option takes precedence.
    static func isDryRun(_ options: [String]) -> Bool {
        let values = options.compactMap { option -> Bool? in
            let parts = option.split(separator: "=", maxSplits: 1)
            switch parts.first {
            case "--dry-run":
                return parts.count < 2 || ["1", "t", "true"].contains(parts[1].lowercased())
            case "-n": return true
            default: return nil
            }
        }
        return values.last ?? false
    }

    struct Call {
        let status: Int32
        let output: [UInt8]
        let log: RcloneLog

        /// Status 3: “directory not found”.
        var isMissingFolder: Bool { status == 3 }

        var cause: ZigguratError.Cause { .library(log.cause ?? "status \(status)") }
    }

    /// Runs a command of rclone.
    ///
    /// - Parameters:
    ///   - list: paths for rclone's standard input.
    ///   - watch: called on the calling thread after each line of the log.
    func call(
        _ arguments: [String], list: [String] = [], watch: (RcloneLog.Stats) -> Void = { _ in }
    ) throws(ZigguratError) -> Call {
        var log = RcloneLog()
        let own = [
            "--use-json-log", "--log-level", "INFO", "--stats", "500ms", "--stats-log-level",
            "NOTICE", "--ask-password=false",
        ]
        let ending = try ChildProcess.run(
            program, arguments + own + options, input: Array(list.map { $0 + "\n" }.joined().utf8),
            isCancelled: { cancellation.isCancelled },
            errorLine: { line in
                log.take(line)
                watch(log.stats)
            })
        guard !cancellation.isCancelled else {
            throw ZigguratError(Cancelled())
        }
        return Call(status: ending.status, output: ending.output, log: log)
    }

    /// The capabilities of a remote.
    struct Traits {
        let keepsTimes: Bool
        let keepsHashes: Bool
        /// Whether reading times needs one request for each file.
        let readsTimesSlowly: Bool
        let hasEmptyFolders: Bool
        /// Whether the first part of a path is a bucket. An upload may not create a bucket.
        let hasBuckets: Bool
        /// The folder of a remote on this machine; `nil` for other remotes.
        let localFolder: String?

        /// - Returns: `nil` if a value is missing in the output of `rclone backend features`.
        init?(_ output: [UInt8]) {
            guard let json = JSONValue(parsing: output),
                let precision = json["Precision"].number,
                let isSlow = json["Features"]["SlowModTime"].boolean,
                let hasEmptyFolders = json["Features"]["CanHaveEmptyDirectories"].boolean
            else { return nil }
            // The unit is nanoseconds. The value is a century if the remote does not store times.
            keepsTimes = precision < 3_153_600_000_000_000_000
            keepsHashes = json["Hashes"].array?.isEmpty == false
            readsTimesSlowly = isSlow
            self.hasEmptyFolders = hasEmptyFolders
            hasBuckets = json["Features"]["BucketBased"].boolean ?? false
            localFolder = json["Features"]["IsLocal"].boolean == true ? json["Root"].string : nil
        }
    }

    /// Returns the capabilities of a remote. Throws if the remote does not exist.
    func traits(of remote: String) throws(ZigguratError) -> Traits {
        let call = try call(["backend", "features", remote])
        if let traits = Traits(call.output) { return traits }
        // rclone's exit status does not tell why the remote is unusable.
        guard try knows(remote) else {
            throw ZigguratError(
                remote.hasPrefix(":")
                    ? PublicationError.backendNotFound : PublicationError.remoteNotFound,
                remote)
        }
        throw ZigguratError(PublicationError.cannotUseRemote, remote, cause: call.cause)
    }

    /// Whether rclone's configuration contains the remote of `name:path`, or rclone has the backend
    /// of `:backend:path`.
    private func knows(_ remote: String) throws(ZigguratError) -> Bool {
        let isBackend = remote.hasPrefix(":")
        let name = remote.dropFirst(isBackend ? 1 : 0).prefix { $0 != ":" && $0 != "," }
        guard isBackend else {
            let remotes = String(decoding: try call(["listremotes"]).output, as: UTF8.self)
            return remotes.split(separator: "\n").contains { $0 == "\(name):" }
        }
        let list = try call(["config", "providers"]).output
        guard let backends = JSONValue(parsing: list)?.array else { return true }
        return backends.contains {
            $0["Prefix"].string == String(name)
                || $0["Name"].string?.filter { $0 != " " } == String(name)
        }
    }

    /// The version of the installed rclone; `nil` if rclone is not installed.
    static var installedVersion: String? {
        guard let program = ChildProcess.path(of: name),
            let version = try? version(of: program, Cancellation())
        else { return nil }
        return version.map(String.init).joined(separator: ".")
    }

    private static func version(
        of program: String, _ cancellation: Cancellation
    ) throws(ZigguratError) -> [Int] {
        let ending = try ChildProcess.run(
            program, ["version"], isCancelled: { cancellation.isCancelled }, errorLine: { _ in })
        // The line looks like “rclone v1.60.1-DEV”.
        let line = String(decoding: ending.output, as: UTF8.self).prefix { !$0.isNewline }
        let numbers = line.drop { $0 != "v" }.dropFirst().prefix { $0 == "." || $0.isNumber }
            .split(separator: ".").compactMap { Int($0) }
        guard line.hasPrefix("rclone v"), numbers.count >= 2 else {
            throw ZigguratError(PublicationError.unknownProgramVersion, program)
        }
        return numbers
    }
}

/// The log of a call of rclone, one JSON object per line.
struct RcloneLog {
    /// A line of `--use-json-log`.
    private struct Line: Decodable {
        let level: String
        let msg: String
        let object: String?
        let stats: Stats?
    }

    /// The work that rclone has done so far. In a dry run, the work that rclone would have done.
    struct Stats: Decodable {
        /// The number of uploaded files.
        var transfers = 0
        /// The size of the uploaded files in bytes.
        package var bytes = 0
        /// The number of files that were compared with files of the remote.
        var checks = 0
        var deletes = 0
    }

    private(set) var stats = Stats()
    /// The last error about each file.
    private(set) var fileErrors: [(file: String, text: String)] = []
    private var generalError: String?

    mutating func take(_ bytes: [UInt8]) {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else {
            return take(plain: String(decoding: bytes, as: UTF8.self))
        }
        stats = line.stats ?? stats
        guard ["error", "critical", "fatal"].contains(line.level) else { return }
        record(line.object, line.msg)
    }

    /// Reads lines that are not JSON, which rclone writes before it sets up its log and after. Such
    /// a line contains date, time, a level except for errors, and text.
    private mutating func take(plain line: String) {
        // In a message of several lines, such as an object store's message, the first line contains
        // the cause.
        guard line.first?.isWhitespace != true else { return }
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0].utf8.count == 10, words[1].utf8.count == 8 else {
            return record(nil, line)
        }
        if !words[2].hasPrefix("NOTICE:") { record(nil, String(words[2])) }
    }

    private mutating func record(_ file: String?, _ text: String) {
        let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard let file else {
            generalError = text
            return
        }
        fileErrors.removeAll { $0.file == file }
        fileErrors.append((file, text))
    }

    /// The last general error; without a general error, the last error about a file.
    var cause: String? { generalError ?? fileErrors.last?.text }
}
