internal import ZigguratSystem

/// What keeps a page from being written. The message says what is wrong and with which part.
public struct ViewerError: Error, CustomStringConvertible, Equatable, Sendable {
    public let message: String

    public init(_ message: String) {
        self.message = message
    }

    public var description: String { message }
}
