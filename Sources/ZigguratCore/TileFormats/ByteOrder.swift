/// Integers of up to eight bytes in files. A number that is too large for any file becomes `Int.max
/// / 2`, so that callers can add two numbers without overflow.
extension BidirectionalCollection<UInt8> {
    /// The integer whose first byte is the most significant one.
    package var bigEndian: Int {
        let number = reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(Swift.min(number, UInt64(Int.max / 2)))
    }

    /// The integer whose first byte is the least significant one.
    package var littleEndian: Int { reversed().bigEndian }
}
