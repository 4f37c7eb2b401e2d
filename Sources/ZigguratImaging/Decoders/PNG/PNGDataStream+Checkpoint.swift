internal import CSystemLibraries
internal import ZigguratCore
internal import ZigguratSystem

/// The saved state of a stream: the offset of the next byte in the file, the bytes left in the
/// chunk and its checksum, each in 64 bits with the lowest byte first, and the state of ISA-L.
extension PNGDataStream {
    private static let fieldBytes = 24
    private static let checkpointBytes = fieldBytes + MemoryLayout<inflate_state>.size

    func checkpoint() -> [UInt8] {
        let unused = Int(state.pointee.avail_in)
        let used = part.bytes.dropLast(unused)
        let checksum = libdeflate_crc32(
            part.checksum, UnsafeRawBufferPointer(rebasing: used).baseAddress, used.count)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.checkpointBytes)
        bytes.append(little: UInt64(file.offset - unused))
        bytes.append(little: UInt64(chunkLeft + unused))
        bytes.append(little: UInt64(checksum))
        bytes += UnsafeRawBufferPointer(start: state, count: MemoryLayout<inflate_state>.size)
        return bytes
    }

    /// Continues at a checkpoint.
    ///
    /// The state of ISA-L is used as it is: the bytes must come from this program.
    ///
    /// - Returns: `false` if the bytes have another length.
    func resume(_ checkpoint: [UInt8]) throws(ZigguratError) -> Bool {
        guard checkpoint.count == Self.checkpointBytes else { return false }
        try file.seek(to: checkpoint.little(8, at: 0))
        chunkLeft = checkpoint.little(8, at: 8)
        checksum = UInt32(truncatingIfNeeded: checkpoint.littleBits(8, at: 16))
        UnsafeMutableRawBufferPointer(start: state, count: MemoryLayout<inflate_state>.size)
            .copyBytes(from: checkpoint[Self.fieldBytes...])
        // Addresses of the former run.
        (state.pointee.next_in, state.pointee.avail_in) = (nil, 0)
        (state.pointee.next_out, state.pointee.avail_out) = (nil, 0)
        part = (UnsafeRawBufferPointer(start: nil, count: 0), checksum)
        return true
    }
}
