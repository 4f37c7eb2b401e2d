/// Splits bytes that arrive in pieces into lines.
struct LineSplitter {
    private var rest: [UInt8] = []

    /// Adds bytes and returns the lines that are complete now, without empty ones.
    mutating func add(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        rest += bytes
        let parts = rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        rest = Array(parts.last ?? [])
        return parts.dropLast().filter { !$0.isEmpty }.map { Array($0) }
    }

    /// The bytes after the last end of a line.
    var last: [UInt8]? { rest.isEmpty ? nil : rest }
}
