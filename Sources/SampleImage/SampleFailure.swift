package import ZigguratSystem

/// The reason why a sample image cannot be written.
package enum SampleFailure: FailureReason {
    case size(width: Int, height: Int, maximum: Int)
    /// The file's extension belongs to no sample format.
    case unknownExtension(known: [String])
    /// The format cannot hold an image of this size.
    case tooLarge(format: String, maximum: Int)

    package var code: ZigguratError.Code { .invalidOptions }
}
