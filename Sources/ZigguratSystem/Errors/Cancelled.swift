/// The caller cancelled the operation.
package struct Cancelled: FailureReason {
    package init() {}

    package var code: ZigguratError.Code { .cancelled }
}
