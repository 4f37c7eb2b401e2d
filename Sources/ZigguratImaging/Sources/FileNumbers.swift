internal import ZigguratSystem

/// Whole numbers as files store them. Numbers beyond any file's size become the largest of which two
/// can be added.
extension BidirectionalCollection<UInt8> {
    /// The highest byte first.
    var bigEndian: Int {
        let number = reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(Swift.min(number, UInt64(Int.max / 2)))
    }

    /// The lowest byte first.
    var littleEndian: Int { reversed().bigEndian }
}
