/// The reason why another program cannot be run.
package enum ProcessFailure: FailureReason {
    /// The operating system cannot start the program; the error's cause says why.
    case cannotStart

    package var code: ZigguratError.Code { .missingProgram }
}
