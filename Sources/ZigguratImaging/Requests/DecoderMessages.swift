package import ZigguratSystem

/// The messages of a library during a failed call.
package struct DecoderMessages: Error {
    /// The messages; empty if the library printed none or they may belong to another image.
    package let lines: [String]

    package init(lines: [String]) {
        self.lines = lines
    }

    /// The last line that states a cause. These lines do not: bare codes, reads after the failed
    /// read, the end of rows, and a decoder's search for the end of a file.
    package var cause: ZigguratError.Cause? {
        let line = lines.last { line in
            line.contains(where: \.isLetter)
                && !["out of order read", "bad seek", "no further rows"]
                    .contains { line.contains($0) }
        }
        return line.map(ZigguratError.Cause.library)
    }

    /// Whether a message states that the file ends early. libvips has no error codes, and some
    /// formats do not mark their end, so only the words of messages show this.
    var reportEnd: Bool {
        let words = [
            "premature", "truncat", "end of", "out of data", "short read", "area too small",
            "read error at", "error reading",
        ]
        return lines.contains { line in
            let line = line.lowercased()
            return words.contains { line.contains($0) }
        }
    }
}
