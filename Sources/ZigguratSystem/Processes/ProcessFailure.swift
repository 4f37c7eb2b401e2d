/// Why another program cannot be run.
public enum ProcessFailure: FailureReason {
    /// The operating system cannot start it; the error's cause says why.
    case cannotStart

    public var code: ZigguratError.Code { .missingProgram }
}
