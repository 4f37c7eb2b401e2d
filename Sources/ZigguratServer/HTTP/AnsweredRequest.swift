public import ZigguratSystem

/// An answered request.
public struct AnsweredRequest: Sendable {
    public let method: String
    /// The address as it was sent, without the host; percent-encoded unless printable ASCII.
    public let target: String
    public let status: Int
    /// The size of the answer's body.
    public let bytes: Int
    /// Why a container could not be opened.
    public let failure: ZigguratError?
}
