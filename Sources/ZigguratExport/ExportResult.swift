/// What an export or a repack did.
public struct ExportResult: Sendable {
    public enum Outcome: String, Sendable, Codable {
        case exported
        /// The export was there already, made from the same source with the same settings.
        case upToDate
    }

    public let outcome: Outcome
    public let folder: String
    public let manifest: Manifest
    public let notes: [ExportNote]
}
