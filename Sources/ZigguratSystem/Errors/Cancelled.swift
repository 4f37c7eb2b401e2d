/// The caller cancelled the operation.
public struct Cancelled: FailureReason {
    public init() {}

    public var code: ZigguratError.Code { .cancelled }
}
