internal import FoundationEssentials
internal import ZigguratSystem

/// The log of a call of rclone, one JSON object a line.
struct RcloneLog {
    /// A line of `--use-json-log`.
    private struct Line: Decodable {
        let level: String
        let msg: String
        let object: String?
        /// The operation that a dry run skipped: `copy`, `delete`.
        let skipped: String?
        let stats: Stats?
    }

    private struct Stats: Decodable {
        let bytes: Int
        let checks: Int
    }

    /// The files that were uploaded, or would be.
    private(set) var copied: Set<String> = []
    /// The files that were deleted, or would be.
    private(set) var deleted: Set<String> = []
    /// Files that have been compared so far.
    private(set) var checks = 0
    private(set) var bytes = 0
    /// The last error about each file; the object of general errors is empty.
    private(set) var errorsByObject: [(object: String, text: String)] = []

    mutating func take(_ bytes: [UInt8]) {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)) else {
            return take(plain: String(decoding: bytes, as: UTF8.self))
        }
        if let stats = line.stats {
            checks = stats.checks
            self.bytes = stats.bytes
        }
        if line.level == "error" || line.level == "critical" || line.level == "fatal" {
            return record(line.object ?? "", line.msg)
        }
        guard let object = line.object else { return }
        if line.msg.contains("Copied (") || line.skipped == "copy" {
            copied.insert(object)
        } else if line.msg.hasPrefix("Deleted") || line.skipped == "delete" {
            deleted.insert(object)
        }
    }

    /// Lines before the log is set up and after it: a time and a sentence.
    private mutating func take(plain line: String) {
        let words = line.split(separator: " ", maxSplits: 2)
        guard words.count == 3, words[0].utf8.count == 10, words[1].utf8.count == 8 else {
            return record("", line)
        }
        if !words[2].hasPrefix("NOTICE:") { record("", String(words[2])) }
    }

    private mutating func record(_ object: String, _ text: String) {
        // “Attempt 1/3 failed with …” announces a retry.
        guard !text.hasPrefix("Attempt ") else { return }
        var text = text
        for prefix in ["ERROR : ", "Failed to copy: ", "CRITICAL: "] where text.hasPrefix(prefix) {
            text.removeFirst(prefix.count)
        }
        text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        errorsByObject.removeAll { $0.object == object && (!object.isEmpty || $0.text == text) }
        errorsByObject.append((object, text))
    }

    /// The errors about single files, or the last general one.
    var errors: [(object: String, text: String)] {
        let single = errorsByObject.filter { !$0.object.isEmpty }
        return single.isEmpty ? Array(errorsByObject.suffix(1)) : single
    }

    /// rclone's message with the cause: its last general one, else the last about a file.
    var cause: String? {
        (errorsByObject.last { $0.object.isEmpty } ?? errorsByObject.last)?.text
    }
}
