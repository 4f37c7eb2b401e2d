internal import Glibc

/// The process's terminal.
enum Terminal {
    /// The columns of the terminal that a stream goes to; `nil` where it goes elsewhere.
    static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Writes all of the text.
    ///
    /// - Returns: why it could not be written, if that is worth a word: a reader that is gone is
    ///   not.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> String? {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = unsafe bytes.withUnsafeBytes { buffer in
                unsafe Glibc.write(descriptor, buffer.baseAddress, buffer.count)
            }
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else {
                return errno == EPIPE ? nil : unsafe String(cString: strerror(errno))
            }
            bytes = bytes.dropFirst(count)
        }
        return nil
    }
}
