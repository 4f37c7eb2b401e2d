public import ZigguratSystem

extension ExportNaming {
    /// Why an export cannot have a name.
    public enum Failure: FailureReason {
        case empty
        /// - Parameter limit: in bytes, like the name's own size.
        case tooLong(String, bytes: Int, limit: Int)
        /// Destinations and exports use the name themselves, or it is hidden.
        case reserved(String)
        /// A name of a folder in it is empty.
        case emptyFolder(String)
        /// - Parameter limit: the largest number of folders.
        case tooDeep(String, limit: Int)
        case containsControlCharacter
        /// The export would be in the folder of another one of the batch.
        case insideOther(String, export: String)
        /// Several sources would have the name.
        ///
        /// - Parameter template: a naming that tells them apart.
        case clash(String, count: Int, template: String)
        case unknownPlaceholder(template: String, known: [String])

        public var code: ZigguratError.Code {
            switch self {
            case .clash, .insideOther: .nameClash
            default: .invalidOptions
            }
        }
    }
}
