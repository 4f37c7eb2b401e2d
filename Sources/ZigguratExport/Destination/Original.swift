/// The copy of the source in an export.
struct Original {
    /// The folder beside the bundles.
    static let folder = "original"

    /// The file's name without its folder.
    let file: String
    let bytes: Int

    /// - Returns: `nil` if the settings do not ask for a copy.
    init?(of source: Manifest.Source, _ settings: ExportSettings) {
        guard settings.includesSource else { return nil }
        file = source.file
        bytes = source.bytes
    }

    /// The path in the export.
    func path(in fixity: Fixity) -> String { "\(fixity.payload)\(Self.folder)/\(file)" }
}
