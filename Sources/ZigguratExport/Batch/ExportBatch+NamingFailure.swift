public import ZigguratSystem

extension ExportBatch.Naming {
    /// Why an export cannot have a name.
    public enum Failure: FailureReason {
        case empty
        /// - Parameter limit: in bytes, like the name's own size.
        case tooLong(String, bytes: Int, limit: Int)
        /// Destinations and exports use the name themselves, or it is hidden.
        case reserved(String)
        case containsSlash(String)
        case containsControlCharacter
        /// Several sources would have the name.
        ///
        /// - Parameter template: a naming that tells them apart.
        case clash(String, count: Int, template: String)
        case unknownPlaceholder(template: String, known: [String])

        public var code: ZigguratError.Code {
            if case .clash = self { .nameClash } else { .invalidOptions }
        }
    }
}
