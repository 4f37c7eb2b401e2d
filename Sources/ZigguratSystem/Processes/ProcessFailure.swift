/// Why another program cannot be run.
package enum ProcessFailure: FailureReason {
    /// The operating system cannot start it; the error's cause says why.
    case cannotStart

    package var code: ZigguratError.Code { .missingProgram }
}
