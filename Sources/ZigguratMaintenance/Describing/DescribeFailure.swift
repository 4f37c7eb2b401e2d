public import ZigguratSystem

/// Why the texts of exports cannot be changed.
public enum DescribeFailure: FailureReason {
    /// The pages of the export were made from other templates than those that are given.
    case otherTemplates

    public var code: ZigguratError.Code {
        switch self {
        case .otherTemplates: .invalidOptions
        }
    }
}
