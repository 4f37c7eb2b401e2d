public import ZigguratSystem

/// Why the texts of exports cannot be changed.
public enum DescribeFailure: FailureReason {
    /// The pages of the export were made from other templates than the given templates.
    case otherTemplates

    public var code: ZigguratError.Code {
        switch self {
        case .otherTemplates: .invalidOptions
        }
    }
}
