internal import Glibc
internal import ZigguratKit

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
        let bytes = Array(text.utf8)
        guard unsafe !FileTransfer.write(bytes.span.bytes, to: descriptor), errno != EPIPE else {
            return nil
        }
        return FailureCause.lastSystemError.description
    }
}
