internal import ZigguratSystem

/// What a library said while a call failed.
struct DecoderMessages: Error {
    /// Empty if it said nothing, or if its messages may belong to another image.
    let lines: [String]

    /// The last line that is a cause: not a bare code, a read after the failed one, the end of rows,
    /// or a decoder's search for the end of a file.
    var cause: ZigguratError.Cause? {
        let line = lines.last { line in
            line.contains(where: \.isLetter)
                && !["out of order read", "bad seek", "no further rows"]
                    .contains { line.contains($0) }
        }
        return line.map(ZigguratError.Cause.library)
    }

    /// Whether the library says that the file ends early. libvips has no error codes, and some
    /// formats do not say where their files end, so that its words are all there is.
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
