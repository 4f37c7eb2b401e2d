internal import CImageFormats
internal import ZigguratSystem

/// An open file of libtiff, with the buffer for its messages.
struct TIFFHandle: ~Copyable {
    let pointer: OpaquePointer
    private let message: UnsafeMutablePointer<CChar>

    init(path: String) throws(ZigguratError) {
        message = .allocate(capacity: Int(ZIG_TIFF_MESSAGE_SIZE))
        message.initialize(repeating: 0, count: Int(ZIG_TIFF_MESSAGE_SIZE))
        guard let pointer = zig_tiff_open(path, message) else {
            let cause = ZigguratError.Cause.library(String(cString: message))
            message.deallocate()
            throw ZigguratError(SourceFailure.invalidHeader, path, cause: cause)
        }
        self.pointer = pointer
    }

    deinit {
        zig_tiff_close(pointer)
        message.deallocate()
    }

    /// The first image; `nil` if its samples cannot be used as they are.
    borrowing func describe() -> zig_tiff_image? {
        var image = zig_tiff_image()
        return zig_tiff_describe(pointer, &image) == 0 ? nil : image
    }

    /// The last error that libtiff reported.
    var lastMessage: String { String(cString: message) }

    /// What the first image says of itself; empty without that.
    var imageDescription: String {
        zig_tiff_description(pointer).map { String(cString: $0) } ?? ""
    }

    /// Whether every block of the first image has bytes.
    var isComplete: Bool { zig_tiff_is_complete(pointer) != 0 }
}
