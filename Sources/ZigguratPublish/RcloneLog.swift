internal import FoundationEssentials
internal import ZigguratSystem

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
