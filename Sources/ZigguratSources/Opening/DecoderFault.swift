internal import ZigguratCore
internal import ZigguratImaging
internal import ZigguratSystem

/// The reason why a decoder process cannot perform its task.
struct DecoderFault: Codable {
    let reason: SourceFailure
    let cause: String?

    init(_ error: ZigguratError) {
        reason = error.reason as? SourceFailure ?? .invalidData(row: nil)
        cause = error.cause?.description
    }

    /// Returns the error for a process with this memory limit.
    func error(_ path: String, memoryLimit: Int) -> ZigguratError {
        if cause.map(Self.tellsOfMemory) == true {
            return ZigguratError(SourceFailure.decoder(.outOfMemory(limit: memoryLimit)), path)
        }
        return ZigguratError(reason, path, cause: cause.map(Self.cause))
    }

    /// Returns a message as a cause: one line without control characters.
    static func cause(_ message: String) -> ZigguratError.Cause {
        let characters = message.unicodeScalars.prefix(300).map {
            $0.value < 32 || (127..<160).contains($0.value) ? " " : Character($0)
        }
        return .library(String(characters))
    }

    /// Whether a message means that memory is lacking. Libraries have no common error code for
    /// this.
    static func tellsOfMemory(_ message: String) -> Bool {
        let message = message.lowercased()
        return [
            "out of memory", "bad_alloc", "failed to allocate", "unable to allocate",
            "cannot allocate", "could not allocate", "memory allocation", "not enough memory",
            "insufficient memory", "temporarily unavailable", "failed to map segment",
        ].contains { message.contains($0) }
    }
}
