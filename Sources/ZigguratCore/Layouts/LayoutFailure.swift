public import ZigguratSystem

/// Why a layout cannot be written as it was asked for.
public enum LayoutFailure: FailureReason {
    /// A value of a layout's own setting is invalid; the setting has the name of the option.
    case invalidSetting(String, value: String)
    /// No layout of the export has this setting; some others do.
    case unusedSetting(String, layouts: [String])

    public var code: ZigguratError.Code { .invalidOptions }
}
