internal import FoundationEssentials
internal import ZigguratSystem

/// What rclone says while it works, a JSON object a line.
struct RcloneLog {
    /// A line of the log: rclone's `--use-json-log`.
    private struct Line: Decodable {
        let level: String
        let msg: String
        let object: String?
        /// What was left undone in a dry run: `copy`, `delete`.
        let skipped: String?
        let stats: Stats?
    }

    private struct Stats: Decodable {
        let bytes: Int
        let checks: Int
    }

    /// The files that were sent, or would have been.
    private(set) var copied: Set<String> = []
    /// The files that were removed, or would have been.
    private(set) var deleted: Set<String> = []
    /// Files that have been compared so far.
    private(set) var checks = 0
    private(set) var bytes = 0
    /// What went wrong last, by what it is about, which is empty where it is about everything.
    private(set) var complaints: [(object: String, text: String)] = []

    mutating func take(_ bytes: [UInt8]) {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else {
            return take(plain: String(decoding: bytes, as: UTF8.self))
        }
        if let stats = line.stats {
            checks = stats.checks
            self.bytes = stats.bytes
        }
        if line.level == "error" || line.level == "critical" || line.level == "fatal" {
            return complain(of: line.object ?? "", line.msg)
        }
        guard let object = line.object else { return }
        if line.msg.contains("Copied (") || line.skipped == "copy" {
            copied.insert(object)
        } else if line.msg.hasPrefix("Deleted") || line.skipped == "delete" {
            deleted.insert(object)
        }
    }

    /// What rclone says before its log is set up, and when it ends for good: a time and a sentence.
    private mutating func take(plain line: String) {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0].utf8.count == 10, words[1].utf8.count == 8 else {
            return complain(of: "", line)
        }
        if !words[2].hasPrefix("NOTICE:") { complain(of: "", String(words[2])) }
    }

    private mutating func complain(of object: String, _ text: String) {
        // “Attempt 1/3 failed with …” only says that it tries again.
        guard !text.hasPrefix("Attempt ") else { return }
        var text = text
        for prefix in ["ERROR : ", "Failed to copy: ", "CRITICAL: "] where text.hasPrefix(prefix) {
            text.removeFirst(prefix.count)
        }
        text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        complaints.removeAll { $0.object == object && (!object.isEmpty || $0.text == text) }
        complaints.append((object, text))
    }

    /// The complaints about single files or, where there are none, about everything.
    var errors: [(object: String, text: String)] {
        let single = complaints.filter { !$0.object.isEmpty }
        return single.isEmpty ? Array(complaints.suffix(1)) : single
    }
}
