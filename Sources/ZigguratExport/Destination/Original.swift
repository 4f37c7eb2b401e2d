/// The copy of the source in an export.
struct Original {
    static let folder = "original"

    let file: String
    let bytes: Int

    /// - Returns: `nil` if the settings do not ask for a copy.
    init?(of source: Manifest.Source, _ settings: ExportSettings) {
        guard settings.includesSource else { return nil }
        file = source.file
        bytes = source.bytes
    }

    func path(in fixity: ExportSettings.Fixity) -> String {
        "\(fixity.payload)\(Self.folder)/\(file)"
    }
}
