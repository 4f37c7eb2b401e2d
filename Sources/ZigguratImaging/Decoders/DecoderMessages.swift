internal import ZigguratSystem

/// What a library said while a call failed.
struct DecoderMessages: Error {
    /// Empty if it said nothing, or if its messages may belong to another image.
    let lines: [String]

    /// The last line that says something: what follows the cause are lines with only a code, and
    /// those about reads after the failed one.
    var cause: FailureCause? {
        let line = lines.last {
            $0.contains(where: \.isLetter) && !$0.contains("out of order read")
        }
        return (line ?? lines.last).map(FailureCause.library)
    }

    /// Whether the library says that the file ends early. libvips has no error codes, and some
    /// formats do not say where their files end, so that its words are all there is.
    var reportEnd: Bool {
        let words = [
            "premature", "truncat", "end of", "out of data", "short read", "area too small",
            "read error at",
        ]
        return lines.contains { line in
            let line = line.lowercased()
            return words.contains { line.contains($0) }
        }
    }
}
