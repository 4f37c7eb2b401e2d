internal import Glibc
internal import ZigguratKit

/// Terminals and streams of the process.
enum Terminal {
    /// Returns the width of the terminal behind a stream; `nil` if the stream is not a terminal.
    static func columns(of descriptor: Int32) -> Int? {
        var size = winsize()
        guard unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else {
            return nil
        }
        return Int(size.ws_col)
    }

    /// Writes all of the text.
    ///
    /// - Returns: the reason for a failure; a closed pipe is not a failure.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> String? {
        let bytes = Array(text.utf8)
        guard unsafe !FileTransfer.write(bytes.span.bytes, to: descriptor), errno != EPIPE else {
            return nil
        }
        return FailureCause.lastSystemError.description
    }
}
