public import ZigguratSystem

/// An answered request.
public struct AnsweredRequest: Sendable {
    public let method: String
    /// The requested address without the host. Bytes that are not printable ASCII are
    /// percent-encoded.
    public let target: String
    public let status: Int
    /// The size of the answer's body.
    public let bytes: Int
    /// The reason why a container could not be opened; `nil` if no container failed.
    public let failure: ZigguratError?
}
