internal import FoundationEssentials
internal import ZigguratCore
internal import ZigguratSystem

/// The program `rclone`, which knows every kind of remote.
struct Rclone {
    private let program: String
    /// Options that the user adds to every call.
    let options: [String]
    let cancellation: Cancellation

    private static let name = "rclone"
    /// The oldest version that the tests have seen: Debian 12's.
    private static let oldest = [1, 60]
    private static let remedy = "install it: apt-get install rclone, or rclone.org/downloads"

    /// Finds the program, and looks at its version.
    init(options: [String], cancellation: Cancellation) throws(ZigguratError) {
        guard let program = ChildProcess.path(of: Self.name) else {
            throw ZigguratError(
                .missingProgram, Self.name, "it is not on PATH, and uploading needs it",
                remedy: Self.remedy)
        }
        self.program = program
        self.options = options
        self.cancellation = cancellation
        let version = try Self.version(of: program, cancellation)
        guard !version.lexicographicallyPrecedes(Self.oldest) else {
            throw ZigguratError(
                .missingProgram, program,
                "it is version \(Self.written(version)); \(Self.written(Self.oldest)) or newer is needed",
                remedy: Self.remedy)
        }
    }

    /// A call that has ended.
    struct Call {
        let status: Int32
        let output: [UInt8]
        let log: RcloneLog

        /// Status 3: “directory not found”.
        var isMissingFolder: Bool { status == 3 }
    }

    /// Runs a command of rclone.
    ///
    /// - Parameters:
    ///   - list: paths that it reads from standard input.
    ///   - watch: called on the calling thread when something has happened.
    func call(
        _ arguments: [String], list: [String] = [], watch: (RcloneLog) -> Void = { _ in }
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
                watch(log)
            })
        guard !cancellation.isCancelled else {
            throw ZigguratError(.cancelled, "", "stopped on request")
        }
        return Call(status: ending.status, output: ending.output, log: log)
    }

    /// What a remote can do.
    struct Traits: Decodable {
        struct Features: Decodable {
            let canHaveEmptyDirectories: Bool
            let slowModTime: Bool

            private enum CodingKeys: String, CodingKey {
                case canHaveEmptyDirectories = "CanHaveEmptyDirectories"
                case slowModTime = "SlowModTime"
            }
        }

        /// Of times, in nanoseconds; a century where they are not kept at all.
        private let precision: Int
        private let hashes: [String]?
        let features: Features

        private enum CodingKeys: String, CodingKey {
            case precision = "Precision"
            case hashes = "Hashes"
            case features = "Features"
        }

        var keepsTimes: Bool { precision < 3_153_600_000_000_000_000 }
        var keepsHashes: Bool { hashes?.isEmpty == false }
    }

    /// Asks what a remote can do, which also finds out whether it is there.
    func traits(of remote: String) throws(ZigguratError) -> Traits {
        let call = try call(["backend", "features", remote])
        if let traits = try? JSONDecoder().decode(Traits.self, from: Data(call.output)) {
            return traits
        }
        let reason = call.log.errors.last?.text ?? "status \(call.status)"
        if reason.contains("didn't find section in config file") {
            throw ZigguratError(
                .publishingFailed, remote, "rclone has no remote of this name",
                remedy: "“rclone config” makes one, “rclone listremotes” lists those there are")
        }
        if reason.contains("didn't find backend called") {
            throw ZigguratError(
                .publishingFailed, remote, "rclone has no kind of remote of this name",
                remedy: "“rclone help backends” lists those there are")
        }
        throw ZigguratError(
            .publishingFailed, remote, "rclone cannot use it (\(reason))",
            remedy: "“rclone lsf” tries it out, “rclone config” changes what is known of it")
    }

    private static func version(
        of program: String, _ cancellation: Cancellation
    ) throws(ZigguratError) -> [Int] {
        let ending = try ChildProcess.run(
            program, ["version"], isCancelled: { cancellation.isCancelled }, errorLine: { _ in })
        // “rclone v1.60.1-DEV”
        let line = String(decoding: ending.output, as: UTF8.self).prefix { !$0.isNewline }
        let numbers = line.drop { $0 != "v" }.dropFirst().prefix { $0 == "." || $0.isNumber }
            .split(separator: ".").compactMap { Int($0) }
        guard line.hasPrefix("rclone v"), numbers.count >= 2 else {
            throw ZigguratError(
                .missingProgram, program, "it does not tell its version", remedy: remedy)
        }
        return numbers
    }

    private static func written(_ version: [Int]) -> String {
        version.map(String.init).joined(separator: ".")
    }
}
