public import ZigguratSystem

/// Why the texts of exports cannot be changed.
public enum DescribeFailure: FailureReason {
    /// The pages of the export were made from other templates than those that are given.
    case otherTemplates
    /// Another process changed the export at the same time.
    case changedMeanwhile

    public var code: ZigguratError.Code {
        switch self {
        case .otherTemplates: .invalidOptions
        case .changedMeanwhile: .unwritable
        }
    }
}
