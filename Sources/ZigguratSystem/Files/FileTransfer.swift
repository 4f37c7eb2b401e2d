internal import Glibc

/// Complete reads and writes: transfers are repeated after signals and after partial transfers.
package enum FileTransfer {
    /// Writes all bytes at the descriptor's position or at an offset.
    ///
    /// - Returns: `false` with `errno` on failure.
    package static func write(
        _ bytes: RawSpan, to descriptor: Int32, at offset: Int? = nil
    ) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            repeated(buffer.count) { done in
                let rest = unsafe UnsafeRawBufferPointer(rebasing: buffer[done...])
                guard let offset else {
                    return unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
                }
                return unsafe pwrite(
                    descriptor, rest.baseAddress, rest.count, off_t(offset + done))
            } == buffer.count
        }
    }

    /// Reads bytes at an offset of a file until the buffer is full or the file ends.
    ///
    /// - Returns: the number of bytes, less than the buffer's size at the end of the file; `nil`
    ///   with `errno` on failure.
    package static func read(
        into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int
    ) -> Int? {
        repeated(buffer.count) { done in
            let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[done...])
            return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset + done))
        }
    }

    /// Reads bytes at an offset of a file, fewer at the end of the file; `nil` with `errno` on
    /// failure.
    package static func bytes(_ count: Int, from descriptor: Int32, at offset: Int) -> [UInt8]? {
        // With a count of 0, Swift would write to the storage that all empty arrays share, from any
        // thread.
        guard count > 0 else { return [] }
        var isRead = true
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            let room = unsafe UnsafeMutableRawBufferPointer(start: buffer.baseAddress, count: count)
            let result = unsafe read(into: room, from: descriptor, at: offset)
            isRead = result != nil
            filled = result ?? 0
        }
        return isRead ? bytes : nil
    }

    /// Copies a file's content from the descriptor's position to its end.
    ///
    /// - Returns: the failed operation with `errno`; `nil` on success.
    package static func copy(from input: Int32, to output: Int32) -> FileError.Operation? {
        var buffer = [UInt8](repeating: 0, count: 1 << 20)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes {
                unsafe Glibc.read(input, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { return .read }
            if count == 0 { return nil }
            guard write(buffer.span.extracting(0..<count).bytes, to: output) else { return .write }
        }
    }

    /// Repeats a transfer until `count` bytes are transferred, or until a transfer returns 0.
    private static func repeated(_ count: Int, _ transfer: (_ done: Int) -> Int) -> Int? {
        var done = 0
        while done < count {
            let step = transfer(done)
            if step < 0 && errno == EINTR { continue }
            if step < 0 { return nil }
            if step == 0 { break }
            done += step
        }
        return done
    }
}
